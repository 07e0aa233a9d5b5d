# A convergence plot from a table of tests/physics: error over nodes, both logarithmic, one line an element.
# Reads the rows of one Poisson's ratio: | nu | element | mesh | nodes | ... | ratio to theory |
#   awk -v nu=0.45 -v title="Cantilever" -f convergence_svg.awk table > plot.svg
BEGIN {
  FS = " *[|] *"
  width = 460; height = 300; left = 56; right = 130; top = 34; bottom = 44
  low = 0.001; high = 1
  split("#7f7f7f #1f77b4 #d62728 #2ca02c #9467bd", colours, " ")
}
$2 == nu {
  ratio = $(NF - 1); error = ratio > 1 ? ratio - 1 : 1 - ratio
  if (error < low) error = low
  if (!($3 in seen)) { seen[$3] = ++elements; names[elements] = $3 }
  k = seen[$3]; n = ++count[k]; nodes[k, n] = $5; errors[k, n] = error
  if (!least || $5 + 0 < least) least = $5 + 0
  if ($5 + 0 > most) most = $5 + 0
}
function x_of(value) { return left + (width - left - right) * log(value / least) / log(most / least) }
function y_of(value) { return top + (height - top - bottom) * log(high / value) / log(high / low) }
END {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height
  print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
  printf "<text x=\"%d\" y=\"18\" font-size=\"13\">%s, nu = %s: error against theory</text>\n", left, title, nu
  for (value = high; value > 0.9 * low; value /= 10) {
    printf "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", left, y_of(value), width - right, y_of(value)
    printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g%%</text>\n", left - 6, y_of(value) + 4, 100 * value
  }
  for (value = 10; value <= most; value *= 10) {
    if (value < least) continue
    printf "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>\n", x_of(value), top, x_of(value), height - bottom
    printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(value), height - bottom + 16, value
  }
  printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">nodes</text>\n", (left + width - right) / 2, height - 10
  for (k = 1; k <= elements; ++k) {
    printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", colours[k]
    for (n = 1; n <= count[k]; ++n) printf "%.1f,%.1f ", x_of(nodes[k, n]), y_of(errors[k, n])
    print "\"/>"
    for (n = 1; n <= count[k]; ++n)
      printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x_of(nodes[k, n]), y_of(errors[k, n]), colours[k]
    printf "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"3\" fill=\"%s\"/>\n", width - right + 14, top + 18 * k - 4, colours[k]
    printf "<text x=\"%d\" y=\"%d\">%s</text>\n", width - right + 34, top + 18 * k, names[k]
  }
  print "</svg>"
}
