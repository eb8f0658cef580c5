// Loaded before the service where a test counts packets. A request states a number in its header x-count-packets. When it is answered and
// its connections are back in the pool, the test process is told each packet that left for PostgreSQL on its behalf.
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import pg from 'pg';

const HEADER = 'x-count-packets';

class CountedRequest {
  packets = [];
  connections = 0;
  isAnswered = false;
  isTold = false;

  constructor(number, response) {
    this.number = number;
    this.response = response;
  }

  add(statements) {
    this.packets.push({ statements, isLate: this.response.writableEnded });
  }

  tellWhenOver() {
    if (!this.isAnswered || this.connections > 0 || this.isTold) return;
    this.isTold = true;
    process.send({ counted: this.number, packets: this.packets });
  }
}

const requests = new AsyncLocalStorage();

const { emit: emitOnServer } = http.Server.prototype;
http.Server.prototype.emit = function (event, ...args) {
  const number = event === 'request' ? args[0].headers[HEADER] : undefined;
  if (number === undefined) return emitOnServer.call(this, event, ...args);
  const response = args[1];
  const counted = new CountedRequest(Number(number), response);
  response.once('close', () => {
    counted.isAnswered = true;
    counted.tellWhenOver();
  });
  return requests.run(counted, () => emitOnServer.call(this, event, ...args));
};

/** Connections in use: null until the first packet, then the request that sent it, or NO_REQUEST. */
const inUse = new Map();
const NO_REQUEST = Symbol('a job of the service');

const { emit: emitOnPool } = pg.Pool.prototype;
pg.Pool.prototype.emit = function (event, ...args) {
  if (event === 'acquire') inUse.set(args[0], null);
  if (event === 'release') released(args[1]);
  return emitOnPool.call(this, event, ...args);
};

function released(client) {
  const owner = inUse.get(client);
  inUse.delete(client);
  if (!(owner instanceof CountedRequest)) return;
  owner.connections -= 1;
  owner.tellWhenOver();
}

/** A request that announces an event wakes the dispatcher, whose work then runs in the request's asynchronous context; the feed calls its rows otherwise. */
const isDispatcher = (texts) => texts.some((text) => /^\s*select\b[^]*\bfrom kernel\.outbox r\b/i.test(text));
/** Asked of a connection that has been idle for long, before its next user has it. */
const isProbe = (texts) => texts.length === 1 && texts[0] === 'select 1';

function ownerOf(client, texts) {
  const known = inUse.get(client);
  if (known) return known;
  const found = isDispatcher(texts) ? NO_REQUEST : (requests.getStore() ?? NO_REQUEST);
  // A connection outside the pool is never released.
  if (known === null) {
    inUse.set(client, found);
    if (found !== NO_REQUEST) found.connections += 1;
  }
  return found;
}

const textsOf = (query) =>
  (query?.statements ?? [query]).map((one) => (typeof one === 'string' ? one : (one?.text ?? '')));

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (statement, ...rest) {
  const texts = textsOf(statement);
  const owner = isProbe(texts) ? NO_REQUEST : ownerOf(this, texts);
  if (owner !== NO_REQUEST) owner.add(texts);
  return query.call(this, statement, ...rest);
};
