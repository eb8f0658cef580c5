/** The figures as a table for people. */
import { scenarios } from './scenarios.js';

const whole = (value) => (value === null || Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en'));
const fine = (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const ratio = (value) => value.toFixed(2);

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))));
  const rule = widths.map((width) => '─'.repeat(width));
  return [lines[0], rule, ...lines.slice(1)].map((cells) => cells.join('  ').trimEnd()).join('\n');
}

const pair = (bare, ours, show) => `${show(bare)} | ${show(ours)}`;
const latency = ({ p50, p99 }) => `${fine(p50.median)}/${fine(p99.median)}`;
const cost = (name) => (side) => whole(side[name].median);

export function describe({ node, start, memory, results }) {
  const others = results.flatMap(({ bare, ours }) => [bare.others, ours.others]);
  const busiest = Math.max(...others.map(({ median }) => median));
  const rows = results.map(({ scenario, ratio: r, bare, ours }) => {
    const { title, aim } = scenarios[scenario];
    return [
      title,
      pair(bare, ours, cost('per_second')),
      `${ratio(r.median)} (${ratio(r.min)}–${ratio(r.max)})`,
      `≥ ${aim} ${r.median >= aim ? '✓' : '✗'}`,
      pair(bare, ours, latency),
      pair(bare, ours, cost('node_us')),
      pair(bare, ours, cost('postgres_us')),
    ];
  });
  const head = ['bare | ours', 'requests/s', 'ratio', 'aim', 'p50/p99 ms', 'µs CPU of node', 'µs CPU of PostgreSQL'];
  return [
    '',
    table([head, ...rows]),
    '',
    `Memory of node, bare | ours: ${whole(memory.rest.bare)} | ${whole(memory.rest.ours)} MB at rest, ${whole(memory.load.bare)} | ${whole(memory.load.ours)} MB after the load`,
    `Start, embedded database: ready ${whole(start.second_ms)} ms after the second start (the first took ${whole(start.first_ms)} ms); at rest ${whole(start.node_mb)} MB node, ${whole(start.postgres_mb)} MB PostgreSQL`,
    `Node ${node}. Medians of paired rounds, ratios with their range. CPU is per request, of all threads and processes.`,
    `Other processes took up to ${whole(100 * busiest)} % of the machine: the more, the less the figures say; the ratios suffer least.`,
  ].join('\n');
}
