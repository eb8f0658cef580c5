/**
 * What one client, or one tenant, could do to all others: each attack goes on until it is told to end. Those that answer are
 * counted by status; what is refused is refused, the question is what it costs the others.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { http } from './request.js';

/** Requests of one connection that are heard before any is answered. */
const PIPELINED = 16;
const DROPPED_MS = 400;
const API = '/api/v1';
const PRODUCTS = `${API}/retail/products/`;
/** How long a refused connection is left alone. */
const PAUSE_MS = 50;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends raw requests over one connection, the next when the last was answered; a closed connection is made again. */
async function insist({ port, signal, counted }, nextRequest) {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    let head = '';
    let missing = 0;
    socket.on('connect', () => socket.write(nextRequest()));
    socket.on('data', (chunk) => {
      if (missing === 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        counted(head.slice(9, 12));
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (head.length - end - 4);
        head = '';
      } else missing -= chunk.length;
      if (missing <= 0 && !signal.aborted) socket.write(nextRequest());
    });
    await closed;
    if (!signal.aborted) await pause(PAUSE_MS);
  }
}

const many = (count, work) => Promise.all(Array.from({ length: count }, (_, i) => work(i)));

/** Sockets that ask and never read, or take a given number of bytes a second; one that the server closes is opened again. */
async function readSlowly({ port, signal, counted }, text, perSecond) {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const closed = once(socket, 'close').catch(() => undefined);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.write(text);
    socket.pause();
    const timer = setInterval(() => {
      if (perSecond > 0) socket.read(perSecond);
    }, 1_000);
    await closed;
    clearInterval(timer);
    if (!signal.aborted) counted('closed by the server');
    await pause(PAUSE_MS);
  }
}

/** A request whose body comes byte by byte. */
async function sendSlowly({ port, signal, counted }, tenant) {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const closed = once(socket, 'close').catch(() => undefined);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.resume();
    const whole = http('POST', PRODUCTS, { tenant, body: { sku: 'slow', name: 'x'.repeat(2_000), selling_price: 1 } });
    const begin = whole.indexOf('\r\n\r\n') + 4;
    socket.write(whole.slice(0, begin));
    let at = begin;
    const timer = setInterval(() => socket.write(whole.slice(at, (at += 1))), 500);
    await closed;
    clearInterval(timer);
    if (!signal.aborted) counted('closed by the server');
    await pause(PAUSE_MS);
  }
}

/** Registrations, as many as one connection is heard for, that are dropped before any is answered; then again. */
async function registerAndDrop({ port, signal, counted }, name) {
  for (let wave = 0; !signal.aborted; wave += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const bodies = Array.from({ length: PIPELINED }, (_, n) => `${name}-${wave}-${n}`);
    const registrations = bodies.map((username) =>
      http('POST', `${API}/auth/register/`, {
        body: { username, email: `${username}@bench.example`, password: 'a password for the flood' },
      }),
    );
    socket.on('data', () => undefined).write(registrations.join(''));
    await pause(DROPPED_MS);
    socket.destroy();
    counted(`${PIPELINED} dropped`);
  }
}

const login = (email, password, tenant_slug) =>
  http('POST', '/v1/auth/login', { body: { email, password, ...(tenant_slug ? { tenant_slug } : {}) } });

const wideObject = (keys) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1]));

/** How many sales of 1,000 lines two stocks of 100,000 suffice for. */
const SALES_OF_A_STOCK = 150;

/** Of two of the shop's products, @param first from which on */
const saleOf = ({ products }, lines, first = 0) => ({
  items: Array.from({ length: lines }, (_, i) => ({
    product_id: products[(first + (i % 2)) % products.length],
    quantity: 1,
  })),
  payment_method: 'cash',
});

/** Fields of a product in every combination: each an UPDATE of other columns. */
const names = ['name', 'description', 'category', 'brand', 'unit', 'barcode', 'minimum_stock', 'maximum_stock', 'purchase_price', 'selling_price', 'tax_rate', 'attributes']; // prettier-ignore
const values = { minimum_stock: 5, maximum_stock: 900, purchase_price: 1.5, selling_price: 2.5, tax_rate: 6, attributes: { a: 1 } }; // prettier-ignore
const someFields = (n) =>
  Object.fromEntries(names.flatMap((name, i) => ((n >> i) & 1 ? [[name, values[name] ?? `${name} ${n}`]] : [])));

/** Every path of the reference surface that is read without naming a record. */
const lists = () => {
  const { paths } = JSON.parse(readFileSync(new URL('../docs/openapi/reference.json', import.meta.url), 'utf8'));
  return Object.keys(paths).filter((path) => paths[path].get && !path.includes('{'));
};

/** @type {Record<string, { title: string, watch?: 'csv' | 'receipt' | 'user', run: (attack: object) => Promise<unknown> }>} */
export const attacks = {
  keys: {
    title: 'bodies of 60,000 keys without a token, 4 at once',
    run: (attack) => many(4, () => insist(attack, () => http('POST', '/v1/auth/login', { body: wideObject(60_000) }))),
  },
  queries: {
    title: 'lists with another parameter of 14.8 KB each time, 8 at once',
    run: (attack) => {
      const paths = lists();
      let n = 0;
      return many(8, () =>
        insist(attack, () => {
          n += 1;
          const path = `${paths[n % paths.length]}?page_size=1&q=${randomBytes(7_400).toString('hex')}`;
          return http('GET', path, { tenant: attack.tenant });
        }),
      );
    },
  },
  scrapes: {
    title: '/metrics without a token, 16 at once',
    run: (attack) => many(16, () => insist(attack, () => http('GET', '/metrics', {}))),
  },
  attributes: {
    title: 'products with attributes of 5,000 keys, 4 at once',
    run: (attack) => {
      const body = { sku: 'wide', name: 'wide', selling_price: 1, attributes: wideObject(5_000) };
      return many(4, () => insist(attack, () => http('POST', PRODUCTS, { tenant: attack.tenant, body })));
    },
  },
  bearer: {
    title: 'bearer headers of 15,000 characters, 8 at once',
    run: (attack) => {
      const tenant = { id: '-', token: `${' '.repeat(14_900)}x y` };
      return many(8, () => insist(attack, () => http('GET', PRODUCTS, { tenant })));
    },
  },
  errors: {
    title: 'bodies of 450,000 wrong items, 4 at once',
    run: (attack) => {
      const body = { items: Array(450_000).fill(1), payment_method: 'cash' };
      return many(4, () => insist(attack, () => http('POST', `${API}/retail/sales/`, { tenant: attack.tenant, body })));
    },
  },
  memberships: {
    title: 'sign-ins of an e-mail with 60 memberships, 5 at once',
    run: (attack) => many(5, () => insist(attack, () => login(attack.crowded, 'not his password'))),
  },
  guesses: {
    title: 'wrong passwords for one account, 300 at once',
    run: (attack) => many(300, () => insist(attack, () => login(attack.tenant.admin, 'a guess', attack.tenant.slug))),
  },
  registrations: {
    title: 'registrations, 16 pipelined and dropped after 0.4 s, 24 sockets',
    watch: 'user',
    run: (attack) => many(24, (i) => registerAndDrop(attack, `flood-${Date.now()}-${i}`)),
  },
  unread: {
    title: 'pages of 100 products of 60 KB that no client reads, 100 sockets',
    run: (attack) => {
      const text = http('GET', `${PRODUCTS}?page_size=100&search=gemuk`, { tenant: attack.tenant });
      return many(100, () => readSlowly(attack, text, 0));
    },
  },
  bodies: {
    title: 'bodies sent byte by byte, 500 sockets',
    run: (attack) => many(500, () => sendSlowly(attack, attack.tenant)),
  },
  sales: {
    title: 'sales of 1,000 lines of two products, 14 at once',
    run: (attack) => {
      const { tenant } = attack;
      let sold = 0;
      // On to the next two before their stock is sold out.
      const sale = () => saleOf(tenant, 1_000, 2 * Math.floor((sold += 1) / SALES_OF_A_STOCK));
      return many(14, () => insist(attack, () => http('POST', `${API}/retail/sales/`, { tenant, body: sale() })));
    },
  },
  csv: {
    title: 'slow readers of a CSV report of 100,000 products, 20 sockets',
    watch: 'csv',
    run: (attack) => {
      const text = http('GET', `${API}/retail/reports/inventory/?format=csv`, { tenant: attack.tenant });
      return many(20, () => readSlowly(attack, text, 16_384));
    },
  },
  receipts: {
    title: 'receipts of 1,000 lines as PDF, 10 at once',
    watch: 'receipt',
    run: (attack) => {
      const { tenant, port, signal, counted } = attack;
      const agent = new Agent({ keepAlive: true });
      const path = `${API}/retail/sales/${tenant.longSale}/receipt/`;
      const headers = { Authorization: `Bearer ${tenant.token}` };
      return many(10, async () => {
        while (!signal.aborted) {
          try {
            const sent = ask({ agent, port, path, headers, host: '127.0.0.1', signal }).end();
            const [answer] = await once(sent, 'response');
            answer.resume();
            await once(answer, 'end');
            counted(String(answer.statusCode));
            if (answer.statusCode !== 200) await pause(PAUSE_MS);
          } catch (error) {
            if (!signal.aborted) counted(error.code ?? error.message);
          }
        }
      });
    },
  },
  account: {
    title: 'products made and listed by 200 tenants of one account, one request of each at once',
    run: (attack) => {
      let n = 0;
      return many(attack.account.length, (i) => {
        const tenant = attack.account[i];
        return insist(attack, () => {
          n += 1;
          if (n % 2 === 0) return http('GET', `${PRODUCTS}?page_size=100`, { tenant });
          return http('POST', PRODUCTS, { tenant, body: { sku: `A${n}`, name: `Kopi ${n}`, selling_price: 1 } });
        });
      });
    },
  },
  changes: {
    title: 'products changed in 4,096 combinations of fields, 8 at once',
    run: (attack) => {
      const { tenant } = attack;
      let n = 0;
      return many(8, () =>
        insist(attack, () => {
          n += 1;
          const path = `${PRODUCTS}${tenant.products[n % tenant.products.length]}/`;
          return http('PUT', path, { tenant, body: someFields(1 + (n % 4_095)) });
        }),
      );
    },
  },
};
