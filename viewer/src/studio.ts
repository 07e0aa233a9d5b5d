// The studio in which bodies are shown: a soft environment light, a sun, an open sky above, and the ground.
//
// The environment is a function of the direction, not a picture: a sky, a floor and two soft boxes, blurred in closed
// form by as much as a material is rough. That costs a few sums per pixel, where a prefiltered picture would have to be
// made when the page opens, which takes seconds without a graphics card.
//
// Shadows come from two maps. The sun's is fine and tells where things are. The sky's is coarse, seen from straight
// above and blurred by some hundredths of the scene: it darkens what lies under and close to a body, as light from
// everywhere would.
import {
  Box3, Color, DirectionalLight, FrontSide, Mesh, PCFShadowMap, PlaneGeometry, ShaderChunk, ShadowMaterial, Vector3,
} from "three";
import type { Material, Scene, WebGLProgramParametersWithUniforms, WebGLRenderer } from "three";
import { backgrounds } from "./colours";

const towardsSun = new Vector3(-0.75, -0.62, 1.35).normalize();

// What the shaders are told; linear colours, radiance relative to a white that is fully lit.
export const studio = {
  studioSky: { value: new Color() },
  studioFloor: { value: new Color() },
  studioBox: { value: 0 },
  groundColour: { value: new Color() },
  backColour: { value: new Color() },
  gridColour: { value: new Color() },
  gridCell: { value: 0.01 }, // m; 0: no grid
  fixedShade: { value: 1 }, // of what never moves, so that it keeps in the background
  groundMiddle: { value: new Vector3() },
  groundReach: { value: 1 }, // m, to where it has faded into the background
};

const environment = /* glsl */ `
uniform vec3 studioSky, studioFloor;
uniform float studioBox;
const vec3 boxLeft = vec3( -0.64, -0.42, 0.64 ), boxBehind = vec3( 0.58, 0.71, 0.4 );
float softBox( float cosine, float edge, float blur ) {
  return smoothstep( edge - blur, edge + blur, cosine );
}
vec3 studioRadiance( vec3 d, float roughness ) {
  float blur = 0.04 + 0.7 * roughness * roughness;
  vec3 light = mix( studioFloor, studioSky, smoothstep( -0.1 - blur, 0.1 + blur, d.z ) );
  return light + studioBox * ( softBox( dot( d, boxLeft ), 0.86, blur ) + 0.6 * softBox( dot( d, boxBehind ), 0.8, blur ) );
}
// Of two half spaces it is linear in the normal; the boxes add what a cap of their size does, a little wrapped.
vec3 studioIrradiance( vec3 n ) {
  vec3 light = mix( studioFloor, studioSky, 0.5 + 0.5 * n.z );
  float left = max( 0.0, 0.2 + 0.8 * dot( n, boxLeft ) ), behind = max( 0.0, 0.2 + 0.8 * dot( n, boxBehind ) );
  return PI * ( light + studioBox * ( 0.14 * left * left + 0.12 * behind * behind ) );
}
`;

const lit = /* glsl */ `
vec3 studioNormal = inverseTransformDirection( geometryNormal, viewMatrix );
vec3 studioMirror = inverseTransformDirection( reflect( - geometryViewDir, geometryNormal ), viewMatrix );
iblIrradiance += studioIrradiance( studioNormal );
radiance += studioRadiance( studioMirror, material.roughness );
`;

// Lines as wide as a pixel or so, which fade where they would come too close to each other.
const grid = /* glsl */ `
uniform float gridCell, fixedShade;
float gridLines( vec2 place, float every ) {
  vec2 at = place / every, width = fwidth( at );
  vec2 away = abs( fract( at - 0.5 ) - 0.5 ) / width;
  float thin = 1.0 - min( min( away.x, away.y ), 1.0 );
  return thin * ( 1.0 - smoothstep( 0.08, 0.35, max( width.x, width.y ) ) );
}
float gridAt( vec2 place ) {
  return gridCell <= 0.0 ? 0.0 : max( 0.5 * gridLines( place, gridCell ), gridLines( place, 10.0 * gridCell ) );
}
`;

// Shadows of the maps: 17 samples over a disc, the outer ones first. Where they agree with the one in the middle, they
// are all there is to know.
const SAMPLES = 16;
const disc = Array.from({ length: SAMPLES }, (_, i) => {
  const k = (i + SAMPLES - 4) % SAMPLES, r = Math.sqrt((k + 0.5) / SAMPLES), turn = 2.399963229728653 * k; // the golden angle
  return `vec2( ${(r * Math.cos(turn)).toFixed(4)}, ${(r * Math.sin(turn)).toFixed(4)} )`;
});
const sample = (k: number) => `texture( shadowMap, vec3( shadowCoord.xy + ${disc[k]} * radius, shadowCoord.z ) )`;
const sum = (from: number, to: number) => disc.map((_, k) => sample(k)).slice(from, to).join(" + ");
const samples = /vec2 texelSize = vec2\( 1\.0 \) \/ shadowMapSize;[^}]*\* 0\.2;/;
if (!samples.test(ShaderChunk.shadowmap_pars_fragment)) throw new Error("three has changed how it samples shadows");
ShaderChunk.shadowmap_pars_fragment = ShaderChunk.shadowmap_pars_fragment.replace(samples, /* glsl */ `
  vec2 radius = shadowRadius / shadowMapSize;
  shadow = texture( shadowMap, shadowCoord.xyz ) + ${sum(0, 4)};
  if ( shadow > 0.0 && shadow < 5.0 ) shadow = ( shadow + ${sum(4, SAMPLES)} ) / 17.0;
  else shadow = shadow / 5.0;`);

// What faces away from a light needs no shadow of it.
const begin = ShaderChunk.lights_fragment_begin.replaceAll(
  "( directLight.visible && receiveShadow )", "( directLight.visible && receiveShadow && dot( geometryNormal, directLight.direction ) > 0.001 )",
);

// Gives a shader what the studio knows, and its fragments their place in the scene.
function tellPlace(shader: WebGLProgramParametersWithUniforms): void {
  Object.assign(shader.uniforms, studio);
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\nvarying vec3 vPlace;")
    .replace("#include <project_vertex>", "#include <project_vertex>\nvPlace = ( modelMatrix * vec4( transformed, 1.0 ) ).xyz;");
}

// Lets a standard material be lit by the studio; with the grid on what faces up, for what bodies stand on.
export function dress(material: Material, ruled = false): void {
  material.onBeforeCompile = (shader) => {
    tellPlace(shader);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 vPlace;\n${environment}${ruled ? grid : ""}`)
      .replace("#include <lights_fragment_begin>", begin)
      .replace("#include <lights_fragment_maps>", lit);
    if (ruled)
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <dithering_fragment>", "gl_FragColor.rgb *= studioNormal.z > 0.999 ? fixedShade * ( 1.0 - 0.16 * gridAt( vPlace.xy ) ) : fixedShade;",
      );
  };
  material.customProgramCacheKey = () => (ruled ? "studio ruled" : "studio");
}

// Of each light, on the ground: shadows end softly before their maps do.
const edges = /* glsl */ `
#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 1
  #define groundShadow( k, strength ) getShadow( directionalShadowMap[ k ], directionalLightShadows[ k ].shadowMapSize, \
    strength * ( 1.0 - smoothstep( 0.36, 0.5, length( vDirectionalShadowCoord[ k ].xy - 0.5 ) ) ), \
    directionalLightShadows[ k ].shadowBias, directionalLightShadows[ k ].shadowRadius, vDirectionalShadowCoord[ k ] )
#endif
`;

// The ground fades into the background, has the grid, and takes shadows. It lies below everything: drawn first,
// without a place in depth, it can be in nobody's way.
function makeGround(): Mesh {
  const material = new ShadowMaterial({ side: FrontSide, transparent: false, depthWrite: false, depthTest: false, toneMapped: false });
  material.onBeforeCompile = (shader) => {
    tellPlace(shader);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\nvarying vec3 vPlace;\nuniform vec3 groundColour, backColour, gridColour, groundMiddle;\nuniform float groundReach;\n${grid}`)
      .replace("#include <shadowmask_pars_fragment>", edges)
      .replace(/gl_FragColor = [^;]*;/, /* glsl */ `
        float away = length( vPlace.xy - groundMiddle.xy ) / groundReach;
        float fade = 1.0 - smoothstep( 0.15, 1.0, away );
        float shade = 1.0;
        #if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 1
          float sun = groundShadow( 0, 0.45 ), sky = groundShadow( 1, 0.55 );
          shade = sun * sky;
        #endif
        vec3 colour = shade * mix( groundColour, gridColour, gridAt( vPlace.xy ) );
        gl_FragColor = vec4( mix( backColour, colour, fade ), 1.0 );`);
  };
  const ground = new Mesh(new PlaneGeometry(2, 2), material);
  ground.receiveShadow = true;
  ground.renderOrder = -1;
  return ground;
}

export class Studio {
  private readonly sun = new DirectionalLight("#fffaf3", 1);
  private readonly sky = new DirectionalLight("#fafcff", 1);
  private readonly ground = makeGround();
  private readonly box = new Box3();

  constructor(
    private readonly scene: Scene,
    private readonly renderer: WebGLRenderer,
  ) {
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false; // a camera that turns changes no shadow
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sky.shadow.mapSize.set(256, 256);
    this.sun.shadow.radius = 3.5; // texels
    this.sky.shadow.radius = 5;
    for (const light of [this.sun, this.sky]) scene.add(light, light.target);
    scene.add(this.ground);
    this.setShadows(true);
  }

  // Bodies have moved, or what is shown has changed.
  moved(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  // For things in a box, above a ground; sizes in m.
  setBox(box: Box3, size: number, floor: number): void {
    if (this.box.equals(box) && this.ground.position.z === floor) return;
    this.box.copy(box);
    const middle = box.getCenter(new Vector3());
    const reach = Math.max(0.85 * box.getSize(new Vector3()).length(), size);
    for (const [light, from] of [[this.sun, towardsSun], [this.sky, new Vector3(0, 0, 1)]] as const) {
      light.position.copy(middle).addScaledVector(from, 3 * reach);
      light.target.position.copy(middle);
      const { camera } = light.shadow, half = light === this.sky ? 1.25 * reach : reach;
      [camera.left, camera.right, camera.top, camera.bottom] = [-half, half, half, -half];
      [camera.near, camera.far] = [0.5 * reach, 3 * reach + Math.max(3 * reach, 2 * (middle.z - floor))];
      camera.updateProjectionMatrix();
      // As far as samples reach over a surface that faces the light askew, so that none shades itself.
      light.shadow.normalBias = ((light.shadow.radius + 1) * 2 * half) / light.shadow.mapSize.x;
    }
    this.ground.position.set(middle.x, middle.y, floor);
    this.ground.scale.setScalar(9 * reach);
    this.ground.visible = box.min.z - floor < 4 * reach; // else it is out of sight
    studio.groundMiddle.value.copy(middle);
    studio.groundReach.value = 6.5 * reach;
    this.moved();
  }

  setShadows(on: boolean): void {
    this.sun.castShadow = this.sky.castShadow = on;
    this.moved();
  }

  setGrid(on: boolean, cell: number): void {
    studio.gridCell.value = on ? cell : 0;
  }

  setDark(dark: boolean): void {
    const { back, ground, lines } = dark ? backgrounds.dark : backgrounds.light;
    this.scene.background = new Color(back);
    studio.backColour.value.set(back);
    studio.groundColour.value.set(ground);
    studio.gridColour.value.set(lines);
    studio.fixedShade.value = dark ? 0.72 : 1;
    studio.studioSky.value.setScalar(dark ? 0.4 : 0.56);
    studio.studioFloor.value.setScalar(dark ? 0.22 : 0.46);
    studio.studioBox.value = dark ? 1.1 : 1;
    this.sun.intensity = dark ? 1.15 : 1.1;
    this.sky.intensity = dark ? 0.6 : 0.6;
  }
}
