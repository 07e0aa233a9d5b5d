#!/usr/bin/env python3
"""The table of tolerances (docs/tolerances.md) against the sources, and what they do.

  tools/tolerances.py check                every row has the value that its file has, and every constant a row
  tools/tolerances.py measure [NAME...]    what changes when each (or each named) one is halved and doubled; a NAME may
                                           be that of a file, as solver/newton.c, or both, as solver/newton.c:DAMPING
  tools/tolerances.py measure --missing    the same for those that have no row yet

`measure` patches one constant at a time in a copy of the sources below build/tolerances, builds the program, runs
short scenes, compares with the sources as they are, and writes the rows after "## What changes". Those of the solver
also go through generated contact problems, those of untangling through bodies that are let go with cells inside out.
Of what no scene comes to (surfaces from points, the haptic loop) it tells which of its tests fail.
An hour of processor time for all.
"""
import os, re, shutil, sys

from tolerances_runs import (UNTANGLE, build, cells_of, compare, compare_problems, compare_returns, failing_tests, let_go, run,
                             runs_for, solve_problems, tests_for)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, 'docs', 'tolerances.md')
HEADING = '## What changes'
WIDEST = 120  # characters of a line of Markdown
WORK = os.path.join(ROOT, 'build', 'tolerances')


def rows():
    """The tolerances: name, value, unit, file, reason."""
    for line in open(TABLE, encoding='utf-8').read().split(HEADING)[0].split('\n'):
        cells = cells_of(line)
        if len(cells) == 5 and re.fullmatch(r'`[A-Za-z_]+`', cells[0]):
            yield [cells[0].strip('`'), cells[1], cells[2], cells[3].strip('`'), cells[4]]


def measured():
    """What is known to change: by (name, file), halved and doubled."""
    known, both, word = {}, ['', ''], ''
    for line in open(TABLE, encoding='utf-8').read().split(HEADING)[-1].split('\n'):
        cells = cells_of(line)
        if len(cells) != 4 or not (cells[0].startswith('`') or cells[:3] == ['', '', '']):
            continue
        if cells[0]:
            both, word = known.setdefault((cells[0].strip('`'), cells[1].strip('`')), ['', '']), cells[2]
        for k in (0, 1):
            if word in (('halved', 'doubled')[k], 'either'):  # a row without a name goes on with the one above
                both[k] = cells[3] if cells[0] else both[k] + ', ' + cells[3]
    return known


def wrapped(row, text):
    """A row with this text in its last cell, and what does not fit into a line of WIDEST in rows below."""
    while len(row) + len(text) + 2 > WIDEST:
        cut = text.rfind(', ', 0, WIDEST - len(row) - 1)
        if cut < 0:
            break
        yield row + text[:cut] + ' |'
        row, text = '| | | | ', text[cut + 2:]
    yield row + text + ' |'


def write(known):
    head, rest = open(TABLE, encoding='utf-8').read().split(HEADING)
    intro = rest.split('\n|')[0].rstrip('\n')
    lines = ['', '', '| name | file | | changes |', '|---|---|---|---|']
    for name, _, _, path, _ in rows():
        halved, doubled = known.get((name, path), ('', ''))
        both = [('either', halved)] if halved == doubled else [('halved', halved), ('doubled', doubled)]
        for word, text in both:
            lines += wrapped('| `%s` | `%s` | %s | ' % (name, path, word), text) if text else []
    open(TABLE, 'w', encoding='utf-8').write(head + HEADING + intro + '\n'.join(lines) + '\n')


def pattern(name):
    return re.compile(r'(\b%s\b(?:\s*=\s*|\s+))([0-9][0-9.]*(?:e-?[0-9]+)?)(?![0-9a-zA-Z_.])' % name)


def find(text, name):
    match = pattern(name).search(text)
    return match and match.group(2)


# What needs no row: rounding, work that is counted or shared out, numbers of the BLAS, the end of what numbers hold, sizes of
# tables, bits and codes, coefficients of formulas, and ends of iterations that converge.
LEFT_OUT = re.compile(r'.*_WORK|ONE|ZERO|one|p|BETWEEN_QUESTIONS|MOSTLY_FILLED|highest|max_iterations|max_rays|max_levels|max|deepest|'
                      r'leaf_size|max_in_run|parts_if_any|PIECE.*|MAX_PIECES|GROUP|SIDE|(VT_)?PANEL|STRIP|LEAST|BLOCK|FILL_.*|SHARE.*|'
                      r'GUARD_.*|VT_EDGE_.*|VT_OWNER_.*|FAR|PARTS|VT_(MAX_)?PARTS?|ARENA_BYTES|COUNTS|VT_BLOCK_LU_SIZE|SPREAD_CONTACTS|MAX_SPREAD_PIECES|CLEARED|'
                      r'max_normals|VT_PI|VT_GAS_CONSTANT|VT_NEWMARK_BETA|CURVE_BITS|DIGIT.*|MAX_LEVELS|VT_BVH_.*|VT_EXACT_WORDS')
IMPOSSIBLE = {('VT_GRID_BITS', 2): 'not possible: coordinates are whole numbers of 64 bits'}
CODES = {('geometry/arrangement_cross.c', 'DOUBT')}  # a state, not a number
ROUNDING = 1e-9
ROOMS = ('base', 'sparse', 'geometry', 'body', 'contact', 'cavity', 'solver', 'rows', 'world')


def named_numbers(text):
    """Of a source: what `static const double`, `enum` and `#define` name; local ones too."""
    yield from re.findall(r'^#define (\w+) ([0-9][0-9.e-]*)(?![0-9a-zA-Z_.])', text, flags=re.M)
    for line in re.findall(r'^\s*(?:static )?const double ([^;()\[]*);', text, flags=re.M):
        yield from re.findall(r'(\w+)\s*=\s*([0-9][0-9.e-]*)', line)
    for body in re.findall(r'\benum\s*\w*\s*\{(.*?)\}', re.sub(r'//[^\n]*', '', text), flags=re.S):
        yield from re.findall(r'(\w+)\s*=\s*([0-9][0-9.e-]*)', body)


def constants():
    """Named numbers of the rooms that take part in a step: file, name."""
    for room in ROOMS:
        for file in sorted(os.listdir(os.path.join(ROOT, 'src', room))):
            path = room + '/' + file
            if not file.endswith(('.c', '.h')) or path == 'base/pool.c':
                continue
            for name, value in named_numbers(open(os.path.join(ROOT, 'src', path), encoding='utf-8').read()):
                if float(value) > ROUNDING and not LEFT_OUT.fullmatch(name) and (path, name) not in CODES:
                    yield path, name


# Numbers without a name that decide nothing: where a formula goes over to its series, the axis that a vector is crossed
# with, weights of elements, rates at which the solver shortens and lengthens steps, and its estimates of cost.
NAMELESS = {'base/vec.c', 'body/curve.c', 'rows/joints.c', 'rows/carried.c', 'body/elements_build.c', 'geometry/closest.c',
            'geometry/predicates.c', 'body/corotated.c', 'solver/newton.c', 'solver/newton_path.c', 'solver/solve.c',
            'solver/subsystem.c'}


def nameless():
    """Comparisons and bounds with a number that is no tolerance by name: file and line, number."""
    for room in ROOMS:
        for file in sorted(os.listdir(os.path.join(ROOT, 'src', room))):
            path = room + '/' + file
            if not file.endswith(('.c', '.h')) or path in NAMELESS:
                continue
            for number, line in enumerate(open(os.path.join(ROOT, 'src', path), encoding='utf-8'), 1):
                code = re.sub(r'"[^"]*"|//.*', '', line)
                if 'const double' in code or code.startswith('#') or not re.search(r'[^-<>=]\s*[<>]=?\s|fmin|fmax', code):
                    continue
                for text in re.findall(r'(?<![\w.])(?:\d+\.\d*(?:e-?\d+)?|\d+e-\d+)(?![\w.])', code):
                    if float(text) > ROUNDING and float(text) not in (0.25, 0.5, 1, 2):
                        yield '%s:%d' % (path, number), text


def check():
    wrong = 0
    for where, text in nameless():
        print('src/%s: found %s in a comparison, expected a constant with a name and a row in docs/tolerances.md' % (where, text))
        wrong += 1
    known = {(path, name) for name, _, _, path, _ in rows()}
    for path, name in constants():
        if (path, name) not in known:
            print('docs/tolerances.md: found no row for %s of src/%s, expected one' % (name, path))
            wrong += 1
    for name, value, _, path, _ in rows():
        try:
            there = find(open(os.path.join(ROOT, 'src', path), encoding='utf-8').read(), name)
        except OSError:
            there = 'no such file'
        if there is None or there == 'no such file' or float(there) != float(value):
            print('docs/tolerances.md: found %s = %s, expected %s as in src/%s' % (name, value, there, path))
            wrong += 1
    if not list(rows()):
        print('docs/tolerances.md: found no rows')
        wrong = 1
    return wrong


def copy_changed(source, target):
    """Only what differs, with a new date: the build must see what an earlier run that was ended left patched."""
    if not os.path.exists(target) or open(source, 'rb').read() != open(target, 'rb').read():
        shutil.copyfile(source, target)


def prepare():
    folder = os.path.join(WORK, 'tree')
    os.makedirs(folder, exist_ok=True)
    for part in ('CMakeLists.txt', 'cmake', 'src', 'include', 'apps', 'scenes', 'meshes', 'LICENSE', 'docs', 'viewer', 'tests',
                 'tools', 'examples', 'README.md'):
        source, target = os.path.join(ROOT, part), os.path.join(folder, part)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True, copy_function=copy_changed,
                            ignore=shutil.ignore_patterns('node_modules', 'dist'))
        elif os.path.exists(source):
            copy_changed(source, target)
    for at, _, names in os.walk(os.path.join(folder, 'scenes')):
        for name in names:  # expectations may look at times that are not simulated here
            if name.endswith('.xml'):
                path = os.path.join(at, name)
                text = open(path, encoding='utf-8').read()
                open(path, 'w', encoding='utf-8').write(re.sub(r'<expect\b[^>]*?/>', '', text, flags=re.S))
    return folder


def scaled(text, name, factor):
    """The source with that constant times the factor; a whole number stays one, and at least 1."""
    def times(match):
        value = float(match.group(2)) * factor
        line = text[text.rfind('\n', 0, match.start()) + 1:match.start()]
        whole = re.fullmatch(r'[0-9]+', match.group(2)) and 'double' not in line
        return match.group(1) + ('%d' % max(1, value) if whole else repr(value))
    return pattern(name).sub(times, text, count=1)


def measure(names):
    folder = prepare()
    if not build(folder):
        sys.exit('the sources as they are do not build')
    known = measured()
    if names == ['--missing']:
        wanted = [row for row in rows() if (row[0], row[3]) not in known]
    else:
        wanted = [row for row in rows() if not names or {row[0], row[3], row[3] + ':' + row[0]} & set(names)]
    every = {}
    for where in {row[3] for row in wanted}:
        every.update(runs_for(where))
    base = {name: run(folder, spec) for name, spec in every.items()}
    failing = [name for name, result in base.items() if result is None]
    if failing:
        sys.exit('failing as they are: ' + ', '.join(failing))
    problems = solve_problems(folder) if any(row[3].startswith('solver/') for row in wanted) else None
    returns = let_go(folder) if any(row[3] in UNTANGLE for row in wanted) else None
    for name, _, _, where, _ in wanted:
        path = os.path.join(folder, 'src', where)
        text = open(path, encoding='utf-8').read()
        found = []
        for factor in (0.5, 2):
            if (name, factor) in IMPOSSIBLE:
                found.append(IMPOSSIBLE[name, factor])
                continue
            open(path, 'w', encoding='utf-8').write(scaled(text, name, factor))
            result = 'does not build'
            if build(folder) and tests_for(where):
                broken = failing_tests(folder, tests_for(where))
                result = 'fails: ' + ', '.join(broken) if broken else 'nothing: its tests pass'
            elif build(folder):
                runs = runs_for(where)
                result = compare({n: base[n] for n in runs}, {n: run(folder, s) for n, s in runs.items()})
                words = compare_problems(problems, solve_problems(folder)) if where.startswith('solver/') else []
                words += compare_returns(returns, let_go(folder)) if where in UNTANGLE else []
                result = ', '.join(([] if words and result == 'nothing' else [result]) + words)
            print('%s %s x %g: %s' % (where, name, factor, result), flush=True)
            found.append(result)
        open(path, 'w', encoding='utf-8').write(text)
        known = measured()
        known[(name, where)] = found
        write(known)
    build(folder)


if __name__ == '__main__':
    if len(sys.argv) == 2 and sys.argv[1] == 'check':
        sys.exit(1 if check() else 0)
    if len(sys.argv) >= 2 and sys.argv[1] == 'measure':
        sys.exit(measure(sys.argv[2:]))
    sys.exit(__doc__)
