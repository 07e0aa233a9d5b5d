// How colours look to people: deficiencies of colour vision, differences that eyes see, contrast.

const parse = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);
const toLinear = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);

// Machado, Oliveira and Fernandes 2009, a physiologically-based model, at full severity; on linear RGB.
export const visions = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (colour, vision) => {
  const rgb = parse(colour).map(toLinear);
  return visions[vision].map((row) => Math.min(Math.max(row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2], 0), 1));
};

// CIE L*a*b* under D65.
export function lab(colour, vision = "normal") {
  const [r, g, b] = linear(colour, vision);
  const xyz = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

// CIEDE2000 (CIE 142-2001): about 1 is the least that is seen side by side, 10 is seen at a glance.
export function difference([l1, a1, b1], [l2, a2, b2]) {
  const degrees = Math.PI / 180, seventh = 25 ** 7;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + seventh)));
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const hue = (x, y) => (x === 0 && y === 0 ? 0 : (Math.atan2(y, x) / degrees + 360) % 360);
  const [h1, h2] = [hue(x1, b1), hue(x2, b2)];
  let turn = c1 * c2 === 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const dl = l2 - l1, dc = c2 - c1, dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degrees);
  const l = (l1 + l2) / 2, c = (c1 + c2) / 2;
  let h = h1 + h2;
  if (c1 * c2 !== 0) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? h / 2 + 180 : h / 2 - 180;
  const cos = (angle) => Math.cos(angle * degrees);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2), sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
  const rt = -Math.sin(2 * 30 * Math.exp(-(((h - 275) / 25) ** 2)) * degrees) * 2 * Math.sqrt(c ** 7 / (c ** 7 + seventh));
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh));
}

// WCAG 2: from 1 to 21; 3 is the least for lines and signs.
export function contrast(a, b) {
  const luminance = (colour) => {
    const [r, g, bl] = parse(colour).map(toLinear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// The pair that is hardest to tell apart.
export function nearest(colours, vision) {
  let least = { difference: Infinity, pair: [] };
  colours.forEach((a, i) =>
    colours.slice(i + 1).forEach((b) => {
      const d = difference(lab(a, vision), lab(b, vision));
      if (d < least.difference) least = { difference: d, pair: [a, b] };
    }),
  );
  return least;
}
