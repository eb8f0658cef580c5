// How good the order of stops is, and what it takes:
//   node bench/optimize.js [folder with *.tsp of TSPLIB] [--cases 1000]
// Without a folder: 10 to 200 stops around Kuala Lumpur. With one: compared with the best known tours. With cases: against all orders.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { problemOf } from '../libs/logistics/dist/optimization/places-problem.js';
import { SolverThread } from '../libs/logistics/dist/optimization/solver-thread.js';
import { compareCosts, costsOf, totalsOf } from '../libs/route-solver/dist/costs.js';
import { STEPS } from '../libs/route-solver/dist/heuristic.js';
import { givenOrder, solve } from '../libs/route-solver/dist/index.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { cases: { type: 'string' } } });

/** Numbers from 0 to below 1, always the same ones. */
let state = 20_260_310;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

const timed = (work) => {
  const since = performance.now();
  return [work(), Math.round(performance.now() - since)];
};
const percent = (more, than) => `${(((more - than) / than) * 100).toFixed(2)} %`;

/** Stops within some 30 km of Kuala Lumpur, each with up to 20 kg on a van that takes 1,000. */
function placesOf(stops, criteria) {
  const point = () => ({ latitude: 3.14 + (random() - 0.5) / 2, longitude: 101.6 + (random() - 0.5) / 2 });
  const start = point();
  const loads = Array.from({ length: stops }, () => Math.round(random() * 4_000));
  return { start, end: start, stops: Array.from({ length: stops }, point), loads, staying: 0, criteria };
}

function aroundKualaLumpur() {
  for (const stops of [10, 50, 100, 200])
    for (const criterion of ['distance', 'time', 'fuel']) {
      const problem = problemOf(placesOf(stops, [criterion]));
      const [sent] = totalsOf(problem, givenOrder(problem));
      const [{ order, method }, took] = timed(() => solve(problem));
      const [found] = totalsOf(problem, order);
      const [long] = totalsOf(problem, solve(problem, STEPS * 10).order);
      console.log(
        `${String(stops).padStart(3)} stops by ${criterion.padEnd(8)} ${method.padEnd(9)} ${String(took).padStart(4)} ms, ` +
          `${percent(found, sent)} of the order sent, ${percent(found, long)} above ten times the steps`,
      );
    }
}

/** A round trip that begins at the first city, with distances as TSPLIB rounds them (EUC_2D). */
function problemOfFile(text) {
  const cities = [...text.matchAll(/^\s*\d+\s+(\S+)\s+(\S+)\s*$/gm)].map(([, x, y]) => [Number(x), Number(y)]);
  const nodes = [...cities, cities[0]];
  const lengths = Float64Array.from(
    nodes.flatMap(([x, y]) => nodes.map(([u, v]) => Math.round(Math.hypot(x - u, y - v)))),
  );
  return { stops: cities.length - 1, lengths, objectives: [{ legs: lengths }] };
}

function besideBestKnown(folder) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsp'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const best = Number(/BEST_KNOWN\s*:\s*(\d+)/.exec(text)?.[1]);
    const problem = problemOfFile(text);
    const [{ order }, took] = timed(() => solve(problem));
    const [length] = totalsOf(problem, order);
    console.log(`${file.padEnd(14)} ${length} (best known ${best}, ${percent(length, best)} above) in ${took} ms`);
  }
}

/** The costs of the best of all orders, each looked at. */
function enumerated(problem) {
  const costs = costsOf(problem);
  let best = totalsOf(problem, givenOrder(problem), costs);
  const look = (order, left) => {
    if (left.length === 0) {
      const totals = totalsOf(problem, order, costs);
      if (compareCosts(totals, best) < 0) best = totals;
    }
    for (const stop of left)
      look(
        [...order, stop],
        left.filter((other) => other !== stop),
      );
  };
  look([], givenOrder(problem));
  return best;
}

/** As many cases as are asked for, of 1 to 7 stops, and one in a hundred of 8 or 9; each by another criterion, closed, open and free. */
function againstAllOrders(cases) {
  const criteria = ['distance', 'time', 'fuel'];
  let wrong = 0;
  for (let i = 0; i < cases; i += 1) {
    const places = placesOf(i % 100 === 0 ? 8 + ((i / 100) % 2) : 1 + (i % 7), [
      criteria[i % 3],
      criteria[(i + 1) % 3],
    ]);
    const ends = [{}, { end: placesOf(1, []).start }, { end: null }][Math.floor(i / 3) % 3];
    const problem = problemOf({ ...places, ...ends });
    if (compareCosts(totalsOf(problem, solve(problem).order), enumerated(problem)) !== 0) wrong += 1;
  }
  console.log(`${cases} cases against all orders: ${wrong} differ`);
}

/** How long the event loop waits while ten optimisations of 200 stops are worked out. */
async function besideOthers() {
  // The thread itself holds no process open.
  const held = setInterval(() => undefined, 1_000);
  const thread = new SolverThread();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await thread.solve('warm', placesOf(2, ['distance']));
  delay.enable();
  const since = performance.now();
  await Promise.all(Array.from({ length: 10 }, (_, i) => thread.solve(`tenant ${i}`, placesOf(200, ['distance']))));
  delay.disable();
  clearInterval(held);
  const took = Math.round((performance.now() - since) / 10);
  console.log(`in its thread: ${took} ms each; the event loop waits ${(delay.max / 1e6).toFixed(1)} ms at most`);
}

if (values.cases) againstAllOrders(Number(values.cases));
else if (positionals[0]) besideBestKnown(positionals[0]);
else {
  aroundKualaLumpur();
  await besideOthers();
}
