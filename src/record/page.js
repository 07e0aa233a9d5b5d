// Hover read-out, data tables and CSV downloads for the plots; everything comes from the embedded data.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("data").textContent);
  var SVG = "http://www.w3.org/2000/svg";

  function make(name, parent, text) {
    var node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.appendChild(node);
    return node;
  }
  function makeSvg(name, parent, attributes) {
    var node = document.createElementNS(SVG, name);
    for (var key in attributes) node.setAttribute(key, attributes[key]);
    parent.appendChild(node);
    return node;
  }
  function shown(value) { return String(Number(value.toPrecision(5))); }

  // The index of the sample nearest in time.
  function nearest(times, time) {
    var low = 0, high = times.length - 1;
    while (high - low > 1) {
      var middle = (low + high) >> 1;
      if (times[middle] < time) low = middle; else high = middle;
    }
    return Math.abs(times[low] - time) <= Math.abs(times[high] - time) ? low : high;
  }

  // Rows of time and one value per series; a series without a sample at that time leaves a gap.
  function rows(plot) {
    var byTime = new Map();
    plot.series.forEach(function (series, k) {
      series.t.forEach(function (time, i) {
        if (!byTime.has(time)) byTime.set(time, new Array(plot.series.length).fill(""));
        byTime.get(time)[k] = series.v[i];
      });
    });
    return Array.from(byTime.entries()).sort(function (a, b) { return a[0] - b[0]; });
  }
  function headings(plot) {
    return ["time (s)"].concat(plot.series.map(function (s) { return s.name + " (" + plot.unit + ")"; }));
  }

  function addHover(figure, plot) {
    var canvas = figure.querySelector(".canvas"), svg = canvas.querySelector("svg"), set = svg.dataset;
    var range = set.range.split(" ").map(Number), factor = Number(set.factor);
    var left = Number(set.left), right = Number(set.right), top = Number(set.top), bottom = Number(set.bottom);
    var cursor = null, tip = null;

    function hide() {
      if (cursor) { cursor.remove(); tip.remove(); }
      cursor = tip = null;
    }
    function show(event) {
      var box = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / box.width;
      var x = (event.clientX - box.left) * scale;
      hide();
      if (x < left - 8 || x > right + 8) return;
      var time = range[0] + (x - left) / (right - left) * (range[1] - range[0]);
      cursor = makeSvg("g", svg, { "class": "cursor" });
      tip = make("div", canvas);
      tip.className = "tip";
      var head = make("b", tip), body = make("tbody", make("table", tip)), at = null;
      plot.series.forEach(function (series, k) {
        if (series.t.length === 0) return;
        var i = nearest(series.t, time);
        if (at === null || Math.abs(series.t[i] - time) < Math.abs(at - time)) at = series.t[i];
        var px = left + (series.t[i] - range[0]) / (range[1] - range[0]) * (right - left);
        var py = bottom - (series.v[i] - range[2]) / (range[3] - range[2]) * (bottom - top);
        var row = make("tr", body);
        make("td", row, series.name);
        make("td", row, shown(series.v[i] * factor) + " " + set.unit).className = "n";
        makeSvg("circle", cursor, { cx: px, cy: py, r: 3.5, style: "fill:var(--c" + k + ")" });
      });
      if (at === null) { hide(); return; }
      head.textContent = shown(at) + " s";
      var line = left + (at - range[0]) / (range[1] - range[0]) * (right - left);
      cursor.insertBefore(makeSvg("line", cursor, { x1: line, x2: line, y1: top, y2: bottom }), cursor.firstChild);
      var room = line / scale + 14;
      if (room + tip.offsetWidth > box.width) room = line / scale - 14 - tip.offsetWidth;
      tip.style.left = Math.max(0, room) + "px";
    }
    svg.addEventListener("pointermove", show);
    svg.addEventListener("pointerdown", show);
    svg.addEventListener("pointerleave", hide);

    // The replay's time as a line in every plot; a click on a plot takes the replay there.
    var now = null;
    document.addEventListener("vt-time", function (event) {
      var at = left + (event.detail - range[0]) / (range[1] - range[0]) * (right - left);
      if (!now) now = makeSvg("line", svg, { "class": "now", y1: top, y2: bottom });
      now.setAttribute("x1", at);
      now.setAttribute("x2", at);
    });
    svg.addEventListener("pointerdown", function (event) {
      var box = svg.getBoundingClientRect(), x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
      if (x < left || x > right) return;
      var time = range[0] + (x - left) / (right - left) * (range[1] - range[0]);
      document.dispatchEvent(new CustomEvent("vt-seek", { detail: time }));
    });
  }

  function fillTable(holder, plot) {
    var table = make("table", holder), head = make("tr", make("thead", table)), body = make("tbody", table);
    headings(plot).forEach(function (text) { make("th", head, text); });
    rows(plot).forEach(function (entry) {
      var row = make("tr", body);
      make("td", row, String(entry[0]));
      entry[1].forEach(function (value) { make("td", row, String(value)); });
    });
  }

  function download(plot) {
    function field(text) { return /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text; }
    var lines = [headings(plot).map(field).join(",")];
    rows(plot).forEach(function (entry) { lines.push([entry[0]].concat(entry[1]).join(",")); });
    var link = make("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
    link.download = plot.title.replace(/[^A-Za-z0-9_-]+/g, "_") + ".csv";
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  }

  function addTools(figure, plot) {
    var tools = make("div", figure), holder = null;
    tools.className = "tools";
    var table = make("button", tools, "Table"), csv = make("button", tools, "Save as CSV");
    table.type = csv.type = "button";
    table.setAttribute("aria-expanded", "false");
    table.addEventListener("click", function () {
      if (holder) { holder.remove(); holder = null; }
      else { holder = make("div", figure); holder.className = "data"; fillTable(holder, plot); }
      table.setAttribute("aria-expanded", String(holder !== null));
    });
    csv.addEventListener("click", function () { download(plot); });
  }

  document.querySelectorAll("figure.plot").forEach(function (figure) {
    var plot = data[Number(figure.dataset.plot)];
    addHover(figure, plot);
    addTools(figure, plot);
  });
})();
