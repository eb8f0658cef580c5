/**
 * The load, in a separate process: a number of connections, each sending its next request when the last was answered.
 * Raw sockets, so that it leaves the machine to the servers; it reads answers that say their Content-Length.
 */
import { connect } from 'node:net';
import { scenarios } from './scenarios.js';

/** One keep-alive connection. @param answered told of each answer: status, body, milliseconds; says whether to go on, at once or later */
function client(port, nextRequest, answered) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = null;
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(nextRequest());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('The server closed a connection')));
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.latin1Slice(0, end);
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (Number.isNaN(length)) throw new Error(`An answer without a length:\n${head}`);
      if (received.length < end + 4 + length) return;
      const body = received.subarray(end + 4);
      received = null;
      const next = answered(Number(head.slice(9, 12)), body, performance.now() - sent);
      if (next === true) send();
      else if (next === false) resolve(socket.end());
      else next.then((goesOn) => (goesOn ? send() : resolve(socket.end())), reject);
    });
  });
}

const MOST_REFUSED = 100;
let count = 0;
let sentMeanwhile = 0;
/** However slowly they are answered, reports of others go on. */
const MEANWHILE = 4;

/** Sends the requests of a scenario's background, each at its time, until told to end. @param told of each answer */
function meanwhile(port, { every, request }, facts, isOver, told) {
  const interval = every * MEANWHILE;
  const one = (_, place) => {
    let due = performance.now() + place * every;
    const answered = async (status, body) => {
      told(status, body);
      due += interval;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      return !isOver();
    };
    return client(port, () => request(facts, (sentMeanwhile += 1)), answered);
  };
  return Array.from({ length: MEANWHILE }, one);
}

/** @param atLeast how many requests are sent at least, however long they take: what a warm-up needs on a busy machine */
async function run({ port, scenario, milliseconds, atLeast = 0, facts }) {
  const { connections, request, background } = scenarios[scenario];
  const nextRequest = () => request(facts, (count += 1));
  const latencies = [];
  const failures = {};
  const begin = performance.now();
  const isRight = (status, body) => {
    if (status >= 200 && status < 300) return true;
    const answer = `${status} ${body.toString().slice(0, 200)}`;
    failures[answer] = (failures[answer] ?? 0) + 1;
    return false;
  };
  /** A server that refuses everything would be asked without end. */
  const isRefused = () =>
    latencies.length === 0 && Object.values(failures).reduce((sum, n) => sum + n, 0) >= MOST_REFUSED;
  const isOver = () => isRefused() || (performance.now() - begin >= milliseconds && latencies.length >= atLeast);
  const answered = (status, body, latency) => {
    if (isRight(status, body)) latencies.push(latency);
    return !isOver();
  };
  const others = background ? meanwhile(port, background, facts, isOver, isRight) : [];
  await Promise.all(Array.from({ length: connections }, () => client(port, nextRequest, answered)));
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(others);
  latencies.sort((a, b) => a - b);
  const percentile = (part) => latencies[Math.floor(latencies.length * part)];
  return { requests: latencies.length, seconds, p50: percentile(0.5), p99: percentile(0.99), failures };
}

/** The body of one answer, to compare what the servers say: both are asked for the same. */
async function sample({ port, scenario, facts }) {
  const { request } = scenarios[scenario];
  let result;
  await client(
    port,
    () => request(facts, count),
    (status, body) => {
      result = { status, body: body.toString() };
      return false;
    },
  );
  return result;
}

process.on('message', ({ work, ...job }) => {
  (work === 'sample' ? sample(job) : run(job)).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
