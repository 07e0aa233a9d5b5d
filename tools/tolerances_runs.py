"""What a build of the program comes to: the short scenes, contact problems and tangled bodies that tools/tolerances.py
compares."""
import csv, json, os, re, shutil, subprocess

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
# What no run comes to: the tests that do.
TESTS_OF = {
    ('geometry/points', 'geometry/kd_tree', 'geometry/sphere_tree', 'geometry/blue_noise'):
        ['geometry_' + name for name in ('points', 'points_thin', 'points_meet', 'kd_tree', 'sphere_tree', 'blue_noise')],
    ('geometry/skin', 'model/skin', 'body/kernel'):
        ['points_' + name for name in ('rest', 'bad', 'grasp', 'viscous', 'hertz')] + ['body_kernel'],
    ('body/modes',): ['quasi_ring'],
    ('haptics/',): ['haptics_' + name for name in ('mail', 'parts', 'replay', 'loop', 'clock', 'network')],
    ('track/', 'scene/build_tracks'):
        ['track_' + name for name in ('spring', 'follower', 'readers', 'datagrams', 'live')] + ['scene_tracks'],
}


def cells_of(line):
    return [c.strip() for c in line.split('|')[1:-1]]


def build(folder):
    options = ['-DVT_TESTS=ON', '-DVT_WERROR=OFF', '-DCMAKE_BUILD_TYPE=Release']
    if not os.path.exists(os.path.join(folder, 'obj', 'build.ninja')):
        subprocess.run(['cmake', '-S', folder, '-B', os.path.join(folder, 'obj'), '-G', 'Ninja'] + options, check=True,
                       stdout=subprocess.DEVNULL)
    targets = ['ventouse_cli', 'study_return'] + ['test_solver_' + name for name in PROBLEMS]
    targets += ['test_' + name for names in TESTS_OF.values() for name in names]
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


def tests_for(where):
    return next((tests for starts, tests in TESTS_OF.items() if where.startswith(starts)), [])


def failing_tests(folder, names):
    """Of these tests, those that fail."""
    done = subprocess.run(['ctest', '--test-dir', os.path.join(folder, 'obj'), '-R', '^(%s)$' % '|'.join(names)],
                          capture_output=True, text=True)
    return sorted(set(re.findall(r'[0-9]+ - ([a-z_]+) \(', done.stdout)))


def runs_for(where):
    if tests_for(where):
        return {}
    runs = {} if where in UNTANGLE else dict(RUNS)
    if where.startswith(('cavity/', 'geometry/arrangement', 'geometry/predicates')):
        runs = {name: RUNS[name] for name in AIR}
    if where in ('solver/solve.c', 'solver/subsystem.c'):
        runs = {name: RUNS[name] for name in MANY}
    if where.startswith(('contact/', 'geometry/', 'solver/')):  # these know nothing of the scheme in time
        runs = {name: spec for name, spec in runs.items() if 'scene.integrator=newmark' not in spec}
    return {**runs, **RUNS_OF.get(where, {})}
