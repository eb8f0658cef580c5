import { NodeCircuit, PROBE_MS, SUSPECT_MS } from './node-circuit.js';

const LOOK_MS = 500;

/** A circuit whose time stands still between looks. */
function circuit() {
  const made = { now: 0, probes: 0, states: [] as string[] };
  const it = new NodeCircuit({
    now: () => made.now,
    probe: () => (made.probes += 1),
    changed: (state) => made.states.push(state),
  });
  /** @param silent whether nothing is heard */
  const pass = (ms: number, silent: boolean) => {
    for (let passed = LOOK_MS; passed <= ms; passed += LOOK_MS) {
      made.now += LOOK_MS;
      it.look(silent ? passed : 0);
    }
  };
  return { it, made, pass };
}

/** One of a node that hangs. */
function opened() {
  const one = circuit();
  one.pass(SUSPECT_MS + PROBE_MS, true);
  return one;
}

describe('the circuit of a node', () => {
  it('stays closed while answers come', () => {
    const { it: own, made, pass } = circuit();
    pass(60_000, false);
    expect([own.state, own.isSuspected, made]).toEqual(['closed', false, { now: 60_000, probes: 0, states: [] }]);
  });

  it('suspects a node of which nothing is heard for a second, and asks it; an answer of the probe ends that', () => {
    const { it: own, made, pass } = circuit();
    pass(SUSPECT_MS - LOOK_MS, true);
    expect([own.isSuspected, made.probes]).toEqual([false, 0]);
    made.now += LOOK_MS;
    own.look(SUSPECT_MS);
    expect([own.state, own.isSuspected, made.probes]).toEqual(['closed', true, 1]);
    own.probed('answered');
    expect([own.state, own.isSuspected, made.states]).toEqual(['closed', false, []]);
  });

  it('asks a node that answers probes, and is slow, not more than once in five seconds', () => {
    const { it: own, made, pass } = circuit();
    for (let second = 0; second < 20; second += 1) {
      const { probes } = made;
      made.now += LOOK_MS;
      own.look(10_000);
      if (made.probes > probes) own.probed('answered');
      pass(LOOK_MS, false);
    }
    expect([made.probes, made.states]).toEqual([4, []]);
  });

  it('stays closed where any statement is answered while the probe is not', () => {
    const { it: own, made, pass } = circuit();
    pass(SUSPECT_MS, true);
    pass(10_000, false);
    expect([own.state, own.isSuspected, made.states]).toEqual(['closed', false, []]);
  });

  it('opens where the probe is not answered either, within three seconds, and is half open while the probe goes on', () => {
    const { it: own, made } = opened();
    expect(SUSPECT_MS + PROBE_MS).toBeLessThanOrEqual(3_000);
    expect([own.state, own.isSuspected, made]).toEqual([
      'half_open',
      false,
      { now: 2_500, probes: 1, states: ['open', 'half_open'] },
    ]);
  });

  it('closes with the answer of the probe', () => {
    const { it: own, made } = opened();
    own.probed('answered');
    expect([own.state, made.states.at(-1)]).toEqual(['closed', 'closed']);
  });

  it('gives up a probe that is not answered, and asks again, after a time that grows to a minute', () => {
    const { made, pass } = opened();
    const begun: number[] = [];
    for (let second = 0; second < 300; second += 1) {
      const { probes } = made;
      pass(1_000, true);
      if (made.probes > probes) begun.push(made.now);
    }
    const pauses = begun.map((at, i) => at - (begun[i - 1] ?? 0)).slice(1);
    expect(pauses.map((ms) => Math.round(ms / 1_000))).toEqual([20, 40, 60, 60, 60]);
  });

  it('opens with a probe that fails, and asks again after a pause that grows to five seconds', () => {
    const { it: own, made, pass } = opened();
    const pauses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      own.probed('failed');
      expect(own.state).toBe('open');
      const [failed, { probes }] = [made.now, { ...made }];
      while (made.probes === probes) pass(LOOK_MS, true);
      expect(own.state).toBe('half_open');
      pauses.push(made.now - failed);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
  });

  it('stays closed where the node refuses the probe: its statements fail by themselves', () => {
    const { it: own, made, pass } = circuit();
    pass(SUSPECT_MS, true);
    own.probed('failed');
    expect([own.state, own.isSuspected, made.states]).toEqual(['closed', false, []]);
  });
});
