#!/bin/sh
# Who includes whom: tools/check_rooms.sh ROOT "base sparse mesh ...". One line for each include out of place.
#   src/ROOM        includes its own room and the rooms before it, and public headers no later than itself
#   include/        includes public headers and the C library only
#   apps, examples  include public headers, their own folder, and system headers
#   tests/unit/ROOM includes its own room and the rooms before it, as that room does
#   tests elsewhere include nothing of model, rows and world: they know worlds as users do
# A public header belongs to the room of its name, and to the latest room among the headers it includes.
set -eu
root=${1:?usage: check_rooms.sh ROOT ORDER}
order=${2:?usage: check_rooms.sh ROOT ORDER}
cd "$root"

folders=
for folder in include src apps examples tests; do
  if [ -d $folder ]; then folders="$folders $folder"; fi
done

# Every include as: file line form path, where form is quote or angle; then the files themselves.
{
  find $folders -name '*.[ch]' | sed 's/^/file /'
  find $folders -name '*.[ch]' -exec awk '
    /^[ \t]*#[ \t]*include/ {
      text = $0
      sub(/^[ \t]*#[ \t]*include[ \t]*/, "", text)
      form = substr(text, 1, 1) == "\"" ? "quote" : "angle"
      split(text, part, /["<>]/)
      print "include", FILENAME, FNR, form, part[2]
    }' {} +
} | awk -v order="$order" '
  function wrong(i, why) {
    print file[i] ":" line[i] ": found #include " path[i] ", " why
    bad = 1
  }
  function folder_of(name) {
    sub(/[^\/]*$/, "", name)
    return name
  }
  function header_place(name) { return (name in place) ? place[name] : 0 }

  function check_source(i, here, parts, target) {
    split(file[i], parts, "/")
    here = parts[2]
    if (!(here in rank)) {
      wrong(i, "in a folder that is no room: " here)
      return
    }
    split(path[i], target, "/")
    if (path[i] ~ /\.\./) wrong(i, "expected a path without ..")
    else if (target[1] == "ventouse") {
      if (!(("include/" path[i]) in there)) wrong(i, "which does not exist")
      else if (header_place(path[i]) > rank[here])
        wrong(i, "which belongs to a room after " here)
    } else if (target[1] in rank && path[i] ~ /\//) {
      if (rank[target[1]] > rank[here]) wrong(i, "but " target[1] " comes after " here)
    } else if (form[i] == "quote" && !((folder_of(file[i]) path[i]) in there))
      wrong(i, "expected \"room/file.h\" or a header of the same folder")
  }
  function check_public(i) {
    if (path[i] ~ /^ventouse\/[^\/]*$/ && form[i] == "angle") return
    if (form[i] == "angle" && path[i] ~ /^(assert|float|inttypes|limits|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string)\.h$/)
      return
    wrong(i, "expected <ventouse/...> or a header of the C library")
  }
  function check_user(i) {
    if (path[i] ~ /\.\./) wrong(i, "expected a path without ..")
    else if (form[i] == "quote") {
      if (!((folder_of(file[i]) path[i]) in there)) wrong(i, "expected <ventouse/...> or a header of the same folder")
    } else if (path[i] ~ /^ventouse\//) {
      if (!(("include/" path[i]) in there)) wrong(i, "which does not exist")
    } else if (path[i] ~ /\// && path[i] ~ room_pattern)
      wrong(i, "expected <ventouse/...>: rooms are not for programs")
  }

  function check_test(i, parts, target) {
    split(file[i], parts, "/")
    split(path[i], target, "/")
    if (!(target[1] in rank) || path[i] !~ /\//) return
    if (parts[2] == "unit" && parts[3] in rank) {
      if (rank[target[1]] > rank[parts[3]]) wrong(i, "but " target[1] " comes after " parts[3])
    } else if (target[1] ~ /^(model|rows|world)$/)
      wrong(i, "expected <ventouse/...>: tests of worlds use the public interface")
  }

  BEGIN {
    rooms = split(order, name, " ")
    room_pattern = "^("
    for (i = 1; i <= rooms; ++i) {
      rank[name[i]] = i
      room_pattern = room_pattern (i > 1 ? "|" : "") name[i]
    }
    room_pattern = room_pattern ")/"
  }
  $1 == "file" { there[$2] = 1 }
  $1 == "include" { ++count; file[count] = $2; line[count] = $3; form[count] = $4; path[count] = $5 }
  END {
    for (f in there)
      if (f ~ /^include\/ventouse\//) {
        header = substr(f, 9)
        base = substr(header, 10)
        sub(/\.h$/, "", base)
        place[header] = (base in rank) ? rank[base] : 0
      }
    do {
      changed = 0
      for (i = 1; i <= count; ++i)
        if (file[i] ~ /^include\//) {
          header = substr(file[i], 9)
          if (header_place(path[i]) > header_place(header)) {
            place[header] = place[path[i]]
            changed = 1
          }
        }
    } while (changed)
    for (i = 1; i <= count; ++i)
      if (file[i] ~ /^src\//) check_source(i)
      else if (file[i] ~ /^include\//) check_public(i)
      else if (file[i] ~ /^tests\//) check_test(i)
      else check_user(i)
    if (count == 0) {
      print "no include found: is this the root of the project?"
      bad = 1
    }
    exit bad
  }'
