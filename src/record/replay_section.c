// Writes the replay into report.html: its section, its packed data and the script that shows it.
#include "record/replay.h"

#include "record/replay_page.h"
#include "model/model.h"

bool vt_replay_there(const vt_replay *replay) { return vt_replay_js_size > 0 && replay->count > 1; }

void vt_replay_write_section(const vt_replay *replay, vt_outfile *file) {
  if (replay->left_out)
    vt_outfile_text(file, "<section>\n<h2>Replay</h2>\n<p>Left out: the run was asked to end while it was "
                          "made.</p>\n</section>\n");
  if (replay->packed == NULL) return;
  vt_outfile_text(file, "<section>\n<h2>Replay</h2>\n<style>\n");
  vt_outfile_bytes(file, vt_replay_css, vt_replay_css_size);
  vt_outfile_text(file, "</style>\n<div id=\"replay\"></div>\n</section>\n");
}

// A name inside JSON inside a script element.
static void write_name(vt_outfile *file, const char *name) {
  vt_outfile_text(file, "\"");
  for (const char *c = name; *c != '\0'; ++c) {
    unsigned char byte = (unsigned char)*c;
    if (byte < 32 || *c == '"' || *c == '\\' || *c == '<' || *c == '&')
      vt_outfile_format(file, "\\u%04x", byte);
    else
      vt_outfile_bytes(file, c, 1);
  }
  vt_outfile_text(file, "\"");
}

static void write_about(const vt_replay *replay, const char *scene, char *const *names, vt_outfile *file) {
  static const char *const kinds[] = {"deformable", "rigid", "driven", "fixed", "quasi_rigid"};
  const vt_model *model = vt_world_model(replay->world);
  vt_outfile_text(file, "<script type=\"application/json\" id=\"replay-about\">{\"name\":");
  write_name(file, scene);
  vt_outfile_text(file, ",\"ambient\":");
  vt_outfile_number(file, vt_world_settings(replay->world)->ambient_pressure);
  vt_outfile_text(file, ",\"begin\":");
  vt_outfile_number(file, replay->frames[0].time);
  vt_outfile_text(file, ",\"end\":");
  vt_outfile_number(file, replay->frames[replay->count - 1].time);
  vt_outfile_text(file, ",\"moment\":");
  vt_outfile_number(file, replay->moment);
  vt_outfile_format(file, ",\"frames\":%zu,\"bodies\":[", replay->count);
  for (int i = 0; i < vt_model_body_count(model); ++i) {
    vt_outfile_text(file, i > 0 ? ",{\"name\":" : "{\"name\":");
    write_name(file, names[i]);
    vt_outfile_format(file, ",\"kind\":\"%s\"}", kinds[vt_model_body_kind(model, i)]);
  }
  vt_outfile_text(file, "]}</script>\n");
}

static void write_packed(const vt_replay *replay, vt_outfile *file) {
  vt_outfile_text(file, "<script type=\"application/octet-stream\" id=\"replay-data\">");
  vt_outfile_base64(file, replay->packed, replay->packed_size);
  vt_outfile_text(file, "</script>\n<script type=\"application/octet-stream\" id=\"replay-code\">");
  vt_outfile_base64(file, vt_replay_js, vt_replay_js_size);
  vt_outfile_text(file, "</script>\n");
}

void vt_replay_write_data(const vt_replay *replay, const char *scene, char *const *names, vt_outfile *file) {
  // The script is compressed too: unpack it, then run it.
  static const char *const loader =
      "<script>\n(function () {\n  \"use strict\";\n"
      "  if (typeof DecompressionStream === \"undefined\") {\n"
      "    document.getElementById(\"replay\").textContent = \"This browser is too old for the replay.\";\n"
      "    return;\n  }\n"
      "  var text = atob(document.getElementById(\"replay-code\").textContent);\n"
      "  var bytes = Uint8Array.from(text, function (c) { return c.charCodeAt(0); }).subarray(8);\n"
      "  var unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(\"gzip\"));\n"
      "  new Response(unpacked).text().then(function (code) {\n"
      "    var script = document.createElement(\"script\");\n    script.textContent = code;\n"
      "    document.body.appendChild(script);\n  });\n})();\n</script>\n";
  if (replay->packed == NULL) return;
  write_about(replay, scene, names, file);
  write_packed(replay, file);
  vt_outfile_text(file, loader);
}
