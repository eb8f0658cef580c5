// How near optimisations come to the best known tours of TSPLIB, and how long they take:
//   node bench/tsplib.js <folder with *.tsp>
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { solve, totalsOf } from '../libs/logistics/dist/optimization/index.js';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('node bench/tsplib.js <folder with *.tsp>');
  process.exit(1);
}

/** A round trip that begins at the first city, with distances as TSPLIB rounds them (EUC_2D). */
function problemOf(text) {
  const cities = [...text.matchAll(/^\s*\d+\s+(\S+)\s+(\S+)\s*$/gm)].map(([, x, y]) => [Number(x), Number(y)]);
  const nodes = [...cities, cities[0]];
  const metres = Float64Array.from(
    nodes.flatMap(([x, y]) => nodes.map(([u, v]) => Math.round(Math.hypot(x - u, y - v)))),
  );
  return {
    stops: cities.length - 1,
    metres,
    loads: new Float64Array(nodes.length),
    staying: 0,
    criteria: ['distance'],
  };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsp'))) {
  const text = readFileSync(join(folder, file), 'utf8');
  const best = Number(/BEST_KNOWN\s*:\s*(\d+)/.exec(text)?.[1]);
  const problem = problemOf(text);
  const since = performance.now();
  const { order } = solve(problem);
  const took = performance.now() - since;
  const [length] = totalsOf(problem, order);
  const above = (((length - best) / best) * 100).toFixed(2);
  console.log(`${file.padEnd(14)} ${length} (best known ${best}, ${above} % above) in ${Math.round(took)} ms`);
}
