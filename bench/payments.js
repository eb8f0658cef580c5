/**
 * node bench/payments.js [--minute 60] [--looks 300] [--hanging 20] [--rounds 6]: what paying costs.
 *
 * - GET /pay of a request, one after the other, and the CPU time of the service and PostgreSQL for each
 * - callbacks of paid attempts, one after the other: answered once they are booked; the sandbox is the gateway, and part of the service
 * - 1,000 callbacks a minute, and a sale and a sign-in with and without them, in rounds whose order alternates
 * - GET /pay of a business whose gateway answers, with and without a number of others whose gateways accept and never answer
 *
 * The service runs outside production, where the sandbox takes payments; everything else is as in production.
 */
import { createHmac } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Keyring } from '@usaha/shared';
import { SandboxKeys } from '@usaha/core';
import { FAKE_BRAND_ID, FAKE_SECRET_KEY, startFakeChip } from '../tools/fake-chip.js';
import { ask, summaryOf } from './client.js';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';
import { cpuOf, cpuOfPostgres } from './machine.js';
import { startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    minute: { type: 'string', default: '60' },
    looks: { type: 'string', default: '300' },
    hanging: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '6' },
  },
});
const seconds = Number(options.minute);
const looks = Number(options.looks);
const hanging = Number(options.hanging);
const rounds = Number(options.rounds);
const PER_MINUTE = 1_000;
const PASSWORD = 'kata laluan bangku 4096';
const WARM = 50;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const tell = (what) => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);
const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
const shown = ({ median, p99, slowest }) => `median ${ms(median)}, p99 ${ms(p99)}, slowest ${ms(slowest)} ms`;
const secrets = new SandboxKeys(new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY));

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  // It makes the schema.
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd, {});
  const service = await startService(join(folder, 'service.log'), {
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  });
  onEnd(() => service.stop());
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onEnd(() => agent.destroy());
  const { port } = service;
  const call = async (method, path, { token = '', body, headers = {} } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    const read = JSON.parse(text);
    return read.data ?? read;
  };

  const signIn = async (login) => (await call('POST', '/api/v1/auth/login/', { body: login })).access_token;

  let made = 0;
  /** A business with an administrator, and what is sold and billed there. */
  async function newBusiness() {
    const name = `bangku${process.pid}x${(made += 1)}`;
    const account = { username: name, email: `${name}@example.com`, password: PASSWORD };
    await call('POST', '/api/v1/auth/register/', { body: account });
    const login = { username: account.email, password: PASSWORD };
    const one = { login, token: await signIn(login) };
    const body = { name, email: account.email, business_type: 'RETAIL' };
    const { id } = await call('POST', '/v1/tenants', { token: one.token, body });
    const post = (path, sent) => call('POST', `/api/v1/${path}/`, { token: one.token, body: sent });
    const patient = await post('healthcare/patients', { first_name: 'Siti', last_name: 'Nur' });
    const product = { name: 'Kopi O', sku: name, selling_price: 3, current_stock: 1_000_000 };
    const { id: product_id } = await post('retail/products', product);
    return Object.assign(one, { id, post, patient_id: patient.id, product_id });
  }

  /** A request of a separate bill, with an attempt that waits. */
  async function requested({ post, patient_id }, method) {
    const items = [{ description: 'Rundingan', quantity: 1, unit_price: 80 }];
    const bill = await post('healthcare/billing', { patient_id, items });
    const request = await post('payment-requests', { subject_type: 'healthcare.bill', subject_id: bill.id, method });
    return { id: request.id, path: new URL(request.url).pathname, waiting: request.waiting };
  }

  const business = await newBusiness();
  const { callback_url } = await call('GET', '/api/v1/payment-account/', { token: business.token });
  const callbackPath = new URL(callback_url).pathname;

  const looked = async (path, times, every = 0) => {
    const taken = [];
    for (let i = 0; i < times; i += 1) {
      taken.push((await ask(agent, port, { path })).milliseconds);
      if (every) await pause(every);
    }
    return taken;
  };
  const cpu = () => [cpuOf(service.pid), cpuOfPostgres(database.postmaster)];

  for (const [name, method] of [
    ['GET /pay, nothing begun', undefined],
    ['GET /pay, an attempt waits', 'duitnow_qr'],
  ]) {
    const { path } = await requested(business, method);
    await looked(path, WARM);
    const before = cpu();
    const taken = await looked(path, looks);
    const [node, postgres] = cpu().map((micros, i) => (micros - before[i]) / looks / 1_000);
    console.log(
      `${name}: ${shown(summaryOf(taken))}; CPU ${node.toFixed(2)} ms of the service, ${postgres.toFixed(2)} ms of PostgreSQL`,
    );
  }

  /** Requests that their payers have paid, of which the service was not told. */
  async function paidQuietly(count) {
    const found = [];
    const one = async () => {
      const { id, waiting } = await requested(business, 'fpx');
      const [attempt] = await call('GET', `/api/v1/payment-requests/${id}/attempts/`, { token: business.token });
      const body = { outcome: 'pay', callback: false };
      await call('POST', new URL(waiting.redirect_url).pathname, { body });
      found.push({ id, attempt_id: attempt.id });
    };
    for (let i = 0; i < count; i += 10) await Promise.all(Array.from({ length: Math.min(10, count - i) }, one));
    return found;
  }

  /** @returns the milliseconds until the callback was answered: the payment is booked then */
  async function calledBack({ attempt_id }) {
    const body = JSON.stringify({ id: attempt_id, type: 'payment.updated', attempt_id });
    const at = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', secrets.secretOf(business.id)).update(`${at}.${body}`).digest('hex');
    const begun = performance.now();
    await call('POST', callbackPath, { body, headers: { 'usaha-signature': `t=${at},v1=${mac}` } });
    return performance.now() - begun;
  }
  const requireBooked = async (paid) => {
    for (const { id } of paid) {
      const { status } = await call('GET', `/api/v1/payment-requests/${id}/`, { token: business.token });
      if (status !== 'paid') throw new Error(`The request ${id} is ${status}`);
    }
  };

  /** The job asks ten seconds after an attempt began: a part is paid and called back before. */
  tell('callbacks, one after the other');
  const oneByOne = [];
  for (let part = 0; part < 6; part += 1) {
    const paid = await paidQuietly(50);
    for (const one of paid) oneByOne.push(await calledBack(one));
    await requireBooked(paid);
  }
  console.log(`callback → booked, one after the other: ${shown(summaryOf(oneByOne.slice(WARM)))}`);

  /** Calls back at a rate for some seconds. Each has a separate payer. */
  async function callbacksFor(duration) {
    const taken = [];
    const all = [];
    const every = 60_000 / PER_MINUTE;
    const begun = performance.now();
    for (let i = 0; performance.now() - begun < duration * 1_000; i += 1) {
      const late = begun + i * every - performance.now();
      if (late > 0) await pause(late);
      all.push(
        paidQuietly(1).then(async ([paid]) => {
          taken.push(await calledBack(paid));
          return paid;
        }),
      );
    }
    await requireBooked(await Promise.all(all));
    return taken;
  }
  tell(`${PER_MINUTE} callbacks a minute`);
  const minute = await callbacksFor(seconds);
  console.log(
    `${minute.length} callbacks in ${seconds} s, with the requests, attempts and payments that they are of: ${shown(summaryOf(minute))}; all booked`,
  );

  const sale = async () => {
    const items = [{ product_id: business.product_id, quantity: 1 }];
    const body = { items, payment_method: 'cash', paid_amount: 3 };
    return (await ask(agent, port, { method: 'POST', path: '/api/v1/retail/sales/', token: business.token, body }))
      .milliseconds;
  };
  const signInTimed = async () =>
    (await ask(agent, port, { method: 'POST', path: '/api/v1/auth/login/', body: business.login })).milliseconds;
  const timed = async (work, times) => {
    const taken = [];
    for (let i = 0; i < times; i += 1) taken.push(await work());
    return taken;
  };
  // Tokens last for a quarter of an hour.
  business.token = await signIn(business.login);
  const meanwhile = { without: { sale: [], signIn: [] }, with: { sale: [], signIn: [] } };
  await timed(sale, WARM);
  for (let round = 0; round < rounds; round += 1)
    for (const which of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
      tell(`round ${round + 1} of ${rounds}, ${which} callbacks`);
      const work = async () => {
        meanwhile[which].sale.push(...(await timed(sale, 100)));
        meanwhile[which].signIn.push(...(await timed(signInTimed, 10)));
      };
      if (which === 'without') await work();
      else await Promise.all([callbacksFor(5), work()]);
    }
  for (const [which, { sale: sales, signIn: signIns }] of Object.entries(meanwhile))
    console.log(
      `${which} ${PER_MINUTE} callbacks a minute: sale ${shown(summaryOf(sales))}; sign-in ${shown(summaryOf(signIns))}`,
    );

  tell(`${hanging} gateways that hang`);
  const chip = await startFakeChip();
  onEnd(() => chip.stop());
  let hangs = false;
  const { port: chipPort } = new URL(chip.base);
  const hung = new Set();
  const slow = createServer((request, response) => {
    if (hangs) return void hung.add(response);
    const { method, headers, url } = request;
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () =>
      fetch(`http://127.0.0.1:${chipPort}${url}`, {
        method,
        headers: { authorization: headers.authorization, 'content-type': 'application/json' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }).then(async (answer) => response.writeHead(answer.status).end(await answer.text())),
    );
  });
  await new Promise((done) => slow.listen(0, '127.0.0.1', done));
  onEnd(() => {
    slow.closeAllConnections();
    return new Promise((done) => slow.close(done));
  });
  const payableAt = async (api_url) => {
    const one = await newBusiness();
    const account = { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url };
    await call('PUT', '/api/v1/payment-account/', { token: one.token, body: account });
    return requested(one, 'fpx');
  };
  const own = await payableAt(chip.api_url);
  const others = [];
  for (let i = 0; i < hanging; i += 1) others.push(await payableAt(`http://127.0.0.1:${slow.address().port}/api/v1`));
  await looked(own.path, WARM);
  const pages = { without: [], with: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const which of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
      hangs = which === 'with';
      let ended = false;
      const visit = async ({ path }) => {
        while (!ended) await call('GET', path).catch(() => null);
      };
      const visits = hangs ? others.map(visit) : [];
      // Each of them has asked its gateway by then.
      await pause(1_000);
      pages[which].push(...(await looked(own.path, 100, 20)));
      ended = true;
      hangs = false;
      for (const response of hung) response.destroy();
      hung.clear();
      await Promise.all(visits);
    }
  const [without, withThem] = [summaryOf(pages.without), summaryOf(pages.with)];
  console.log(
    `GET /pay without gateways that hang: ${shown(without)}; with ${hanging}: ${shown(withThem)} (${(withThem.median / without.median).toFixed(2)} ×)`,
  );
});
