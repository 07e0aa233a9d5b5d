#!/usr/bin/env python3
"""The table of tolerances (docs/tolerances.md) against the sources, and what they do.

  tools/tolerances.py check                every row has the value that its file has, and every constant a row
  tools/tolerances.py measure [NAME...]    what changes when each (or each named) one is halved and doubled; a NAME may
                                           be that of a file, as solver/newton.c, or both, as solver/newton.c:DAMPING
  tools/tolerances.py measure --missing    the same for those that have no row yet

`measure` patches one constant at a time in a copy of the sources below build/tolerances, builds the program, runs
short scenes, compares with the sources as they are, and writes the rows after "## What changes". Those of the solver
also go through generated contact problems, those of untangling through bodies that are let go with cells inside out.
An hour of processor time for all.
"""
import csv, json, os, re, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, 'docs', 'tolerances.md')
HEADING = '## What changes'
WIDEST = 120  # characters of a line of Markdown
WORK = os.path.join(ROOT, 'build', 'tolerances')
# Scene, seconds, further options: rigid, soft, linked and piled bodies; cups with air by both detectors and with a seal
# that is weighed, one of them pulled off; hands with a force limit; bodies that begin inside each other.
RUNS = {
    'box drop': ('box_drop', 0.5),
    'box inside': ('box_drop', 0.3, '--set', 'box.position=0 0 0.015'),
    'stack': ('stack', 1.0),
    'incline': ('incline', 0.3),
    'tumbling': ('tumbling_box', 0.5),
    'pendulum': ('pendulum', 0.5),
    'bonded': ('bonded', 0.3),
    'heap': ('contact/heap_50', 0.4),
    'boxes': ('contact/press_boxes', 0.1),
    'jelly': ('contact/jelly_halves', 0.1),
    'table': ('table', 0.3),
    'soft': ('soft_on_soft', 0.4),
    'ground': ('ground', 2.5),
    'seal': ('rigid_cube', 0.8, '--set', 'air.max_pressure=seal'),
    'flood': ('rigid_cube', 0.8, '--set', 'air.detector=floodfill'),
    'fine steps': ('box_drop', 0.1, '--set', 'box.position=0 0 0.03', '--dt', '0.001'),
    'long': ('contact/heap_50', 0.4, '--dt', '0.02'),
    'dominoes': ('contact/dominoes', 0.4),
    'plate': ('contact/plate', 0.1),
    'pile': ('contact/soft_pile', 0.05),
    'let go': ('let_go', 0.8),
    'press': ('cup_press', 1.0),
    'cube': ('soft_cube', 0.8),
    'vacuum': ('vacuum_line', 0.5),
    'swing': ('cantilever', 0.5, '--set', 'scene.integrator=newmark'),
    'let go N': ('let_go', 0.8, '--set', 'scene.integrator=newmark'),
}
# Longer ones, for the constants of a file alone.
RUNS_OF = {'world/pace.c': {'toy': ('pop_up_toy', 1.25)}, 'world/step.c': {'dart': ('dart', 0.5)}}
# Only runs with air come to the cavities and the arrangement, no run to cells inside out.
AIR = ('ground', 'seal', 'flood', 'cube', 'vacuum')
# Bounds of the sweeps and of Newton's method decide where there are many contacts.
MANY = ('heap', 'boxes', 'jelly', 'soft', 'long', 'dominoes', 'plate', 'pile', 'press')
# Generated contact problems (tests/unit/solver): one in ten of a thousand, and wedged heaps along the path.
PROBLEMS = {'many_problems': ['--few'], 'newton_path': []}
# Free and clamped bodies with cells inside out (tests/unit/world/study_return.c): starts of each kind, and options.
UNTANGLE = ('body/untangle.c', 'body/elements.h')
RETURNS = [['3'], ['2', '-1', '-1', '-1', '0', '0.01', '1']]


def cells_of(line):
    return [c.strip() for c in line.split('|')[1:-1]]


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
                      r'GUARD_.*|VT_EDGE_.*|VT_OWNER_.*|FAR|PARTS|COUNTS|VT_BLOCK_LU_SIZE|SPREAD_CONTACTS|MAX_SPREAD_PIECES|CLEARED|'
                      r'max_normals|VT_PI|VT_GAS_CONSTANT|VT_NEWMARK_BETA|CURVE_BITS|DIGIT.*|MAX_LEVELS|VT_BVH_.*|VT_EXACT_WORDS')
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


def build(folder):
    options = ['-DVT_TESTS=ON', '-DVT_WERROR=OFF', '-DCMAKE_BUILD_TYPE=Release']
    if not os.path.exists(os.path.join(folder, 'obj', 'build.ninja')):
        subprocess.run(['cmake', '-S', folder, '-B', os.path.join(folder, 'obj'), '-G', 'Ninja'] + options, check=True,
                       stdout=subprocess.DEVNULL)
    targets = ['ventouse_cli', 'study_return'] + ['test_solver_' + name for name in PROBLEMS]
    done = subprocess.run(['ninja', '-C', os.path.join(folder, 'obj')] + targets, capture_output=True, text=True)
    return done.returncode == 0


def last_rows(path, key):
    out = {}
    try:
        for row in csv.DictReader(open(path, encoding='utf-8')):
            out[row[key]] = row
    except OSError:
        pass
    return out


def run(folder, spec):
    scene, seconds = spec[:2]
    out = os.path.join(folder, 'out')
    shutil.rmtree(out, ignore_errors=True)
    command = [os.path.join(folder, 'obj', 'apps', 'cli', 'ventouse'), 'run', os.path.join(folder, 'scenes', scene + '.xml'),
               '--time', str(seconds), '--out', out, '--quiet', '--threads', '1'] + list(spec[2:])
    try:
        subprocess.run(command, capture_output=True, timeout=600)
        s = json.load(open(os.path.join(out, 'summary.json')))
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
    pressures = [float(r['pressure']) for r in csv.DictReader(open(os.path.join(out, 'cavities.csv')))]
    steps = list(csv.DictReader(open(os.path.join(out, 'steps.csv'))))
    return {'hash': s['state_hash'], 'bodies': last_rows(os.path.join(out, 'bodies.csv'), 'body'),
            'forces': {n: v['peak_force'] for n, v in s['sensors'].items() if v.get('peak_force') is not None},
            'pressure': min(pressures, default=0), 'work': sum(int(r['iterations']) for r in steps),
            'redone': s['solver']['redone'], 'unconverged': s['solver']['unconverged']}


def solve_problems(folder):
    """Unsolved problems, sweeps, and steps along the path."""
    unsolved, sweeps, steps = 0, 0, 0
    for name, options in PROBLEMS.items():
        command = [os.path.join(folder, 'obj', 'tests', 'unit', 'solver', 'test_solver_' + name)] + options
        out = subprocess.run(command, capture_output=True, text=True, timeout=600).stdout
        for line in out.split('\n'):
            cells = cells_of(line)
            if len(cells) == 7 and cells[1].isdigit():
                unsolved += int(cells[2])
                sweeps += int(cells[1]) * float(cells[6])
            path = re.fullmatch(r'heap [0-9]+: ([0-9]+) steps', line)
            steps += int(path.group(1)) if path else 0
    return unsolved, sweeps, steps


def compare_problems(base, other):
    words = []
    if other[0] != base[0]:
        words.append('%+d unsolved' % (other[0] - base[0]))
    if round(100 * (other[1] / base[1] - 1)) != 0:
        words.append('%+.0f%% sweeps' % (100 * (other[1] / base[1] - 1)))
    if other[2] != base[2]:
        words.append('%+.0f%% on paths' % (100 * (other[2] / base[2] - 1)))
    return words


def let_go(folder):
    """Starts that came back, their steps in all, and how many had to be untangled."""
    back, steps, untangled = 0, 0, 0
    for options in RETURNS:
        command = [os.path.join(folder, 'obj', 'tests', 'unit', 'world', 'study_return')] + options
        out = subprocess.run(command, capture_output=True, text=True, timeout=600).stdout
        for line in out.split('\n'):
            cells = cells_of(line)
            if len(cells) == 8 and ' of ' in cells[4]:
                came = int(cells[4].split(' of ')[0])
                back += came
                steps += came * int(cells[5].split(',')[0])
                untangled += int(cells[6])
    return back, steps, untangled


def compare_returns(base, other):
    words = []
    if other[0] != base[0]:
        words.append('%+d of %d starts' % (other[0] - base[0], base[0]))
    for k, word in ((1, 'steps'), (2, 'untangled')):
        if other[k] != base[k]:
            words.append('%+.1f%% %s' % (100 * (other[k] / base[k] - 1), word))
    return words


def compare(base, other):
    """In words: how many runs end in another state, the largest shift, change of a peak force and of the lowest pressure, and
    the solver's iterations."""
    changed, shift, force, pressure, more = 0, (0, ''), (0, ''), (0, ''), []
    work = [0, 0]
    for name, b in base.items():
        o = other[name]
        if o is None:
            more.append('%s fails' % name)
            continue
        work[0] += b['work']
        work[1] += o['work']
        for what in ('redone', 'unconverged'):
            if o[what] != b[what]:
                more.append('%s %s %+d' % (name, what, o[what] - b[what]))
        if o['hash'] == b['hash']:
            continue
        changed += 1
        for body, row in b['bodies'].items():
            if body in o['bodies']:
                d = sum((float(row[c]) - float(o['bodies'][body][c])) ** 2 for c in 'xyz') ** 0.5
                shift = max(shift, (1e3 * d, name))
        largest = max(b['forces'].values(), default=0)
        for sensor, peak in b['forces'].items():
            if largest > 0:
                force = max(force, (100 * abs(o['forces'].get(sensor, 0) - peak) / largest, name))
        pressure = max(pressure, (abs(o['pressure'] - b['pressure']), name))
    if changed == 0 and not more and work[0] == work[1]:
        return 'nothing'
    words = ['%d of %d runs' % (changed, len(base))]
    if shift[0] >= 1e-4:
        words.append('%.2g mm (%s)' % shift)
    if force[0] >= 0.01:
        words.append('%.2g%% force (%s)' % force)
    if pressure[0] >= 0.1:
        words.append('%.2g Pa (%s)' % pressure)
    if len(words) == 1 and changed:
        words.append('rounding')
    if work[0] and abs(work[1] / work[0] - 1) >= 0.01:
        words.append('%+.0f%% iter.' % (100 * (work[1] / work[0] - 1)))
    return ', '.join(words + more[:1] + (['...'] if len(more) > 1 else []))


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


def runs_for(where):
    runs = {} if where in UNTANGLE else dict(RUNS)
    if where.startswith(('cavity/', 'geometry/arrangement', 'geometry/predicates')):
        runs = {name: RUNS[name] for name in AIR}
    if where in ('solver/solve.c', 'solver/subsystem.c'):
        runs = {name: RUNS[name] for name in MANY}
    if where.startswith(('contact/', 'geometry/', 'solver/')):  # these know nothing of the scheme in time
        runs = {name: spec for name, spec in runs.items() if 'scene.integrator=newmark' not in spec}
    return {**runs, **RUNS_OF.get(where, {})}


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
    problems = solve_problems(folder)
    returns = let_go(folder) if any(row[3] in UNTANGLE for row in wanted) else None
    for name, _, _, where, _ in wanted:
        path = os.path.join(folder, 'src', where)
        text = open(path, encoding='utf-8').read()
        found = []
        for factor in (0.5, 2):
            open(path, 'w', encoding='utf-8').write(scaled(text, name, factor))
            result = 'does not build'
            if build(folder):
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
