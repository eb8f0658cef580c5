// A fake of CHIP Collect (docs.chip-in.asia): the calls that the service makes, with the fields that it reads. It moves no money.
// For tests, and for people: npm run fake:chip
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { pathToFileURL } from 'node:url';

/** Accepted unless others are given. */
export const FAKE_SECRET_KEY = 'test-secret-key';
export const FAKE_BRAND_ID = '00000000-0000-4000-8000-00000000c41b';
const METHODS = ['fpx', 'fpx_b2b1', 'duitnow_qr', 'visa', 'mastercard', 'razer_tng', 'razer_grabpay'];
const MOST_BODY = 64 * 1024;
/** Statuses in which a purchase can be paid or cancelled. */
const OPEN = ['created', 'sent', 'viewed', 'error', 'pending_execute', 'pending_charge'];
const PAID = ['paid', 'cleared', 'settled', 'pending_refund', 'refunded'];

const seconds = () => Math.floor(Date.now() / 1000);
const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** An answer that is an error, as CHIP words it. */
class Refusal extends Error {
  constructor(status, code, message = code) {
    super(message);
    this.status = status;
    this.body = { __all__: [{ code, message }] };
  }
}

/** The purchases, and what is done with them. */
class Book {
  constructor() {
    this.purchases = new Map();
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.public_key = publicKey.export({ type: 'spki', format: 'pem' });
    this.private_key = privateKey;
  }

  /** Signs from now on with another key. */
  renewKey() {
    Object.assign(this, new Book(), { purchases: this.purchases });
  }

  sign(body) {
    return createSign('sha256').update(body).sign(this.private_key, 'base64');
  }

  create(body, base) {
    const { brand_id, client, purchase, reference, due, payment_method_whitelist: listed } = body;
    if (brand_id !== FAKE_BRAND_ID) throw new Refusal(400, 'invalid', 'brand_id');
    if (!/^\S+@\S+$/.test(client?.email ?? '')) throw new Refusal(400, 'invalid', 'client.email');
    const products = purchase?.products;
    if (!Array.isArray(products) || products.length === 0) throw new Refusal(400, 'invalid', 'purchase.products');
    for (const { name, price } of products)
      if (typeof name !== 'string' || name === '' || !Number.isSafeInteger(price) || price < 0)
        throw new Refusal(400, 'invalid', 'purchase.products');
    if (Array.isArray(listed) && listed.some((method) => !METHODS.includes(method)))
      throw new Refusal(400, 'invalid', 'payment_method_whitelist');
    const id = randomUUID();
    const made = {
      type: 'purchase',
      id,
      created_on: seconds(),
      updated_on: seconds(),
      client: { email: client.email },
      purchase: { ...purchase, total: products.reduce((sum, { price }) => sum + price, 0) },
      payment: null,
      transaction_data: { payment_method: '', attempts: [] },
      status: 'created',
      is_test: true,
      brand_id,
      reference: reference ?? '',
      due: due ?? null,
      payment_method_whitelist: listed ?? null,
      success_callback: body.success_callback ?? null,
      success_redirect: body.success_redirect ?? null,
      failure_redirect: body.failure_redirect ?? null,
      force_recurring: body.force_recurring === true,
      is_recurring_token: false,
      refund_availability: 'none',
      refundable_amount: 0,
      checkout_url: `${base}/p/${id}/`,
    };
    this.purchases.set(id, made);
    return made;
  }

  /** One that a call names, as it is now: a strict due date that is over ends it. */
  get(id) {
    const purchase = this.purchases.get(id);
    if (!purchase) throw new Refusal(404, 'not_found');
    if (OPEN.includes(purchase.status) && purchase.purchase.due_strict && purchase.due !== null)
      if (purchase.due < seconds()) this.set(purchase, 'expired');
    return purchase;
  }

  set(purchase, status) {
    Object.assign(purchase, { status, updated_on: seconds() });
  }

  pay(purchase, method) {
    const { total, currency } = purchase.purchase;
    this.set(purchase, 'paid');
    purchase.transaction_data.payment_method = method;
    purchase.payment = {
      is_outgoing: false,
      payment_type: 'purchase',
      amount: total,
      currency,
      fee_amount: Math.min(100, total),
      net_amount: total - Math.min(100, total),
      paid_on: seconds(),
    };
    purchase.refund_availability = 'all';
    purchase.refundable_amount = total;
    if (purchase.force_recurring && ['visa', 'mastercard'].includes(method)) {
      purchase.is_recurring_token = true;
      purchase.transaction_data.extra = {
        masked_pan: '444433******1111',
        card_brand: method,
        expiry_month: 12,
        expiry_year: 99,
      };
    }
  }

  cancel(id) {
    const purchase = this.get(id);
    // A bank that has it in work has to answer first.
    const isInWork = purchase.status.startsWith('pending_');
    if (!OPEN.includes(purchase.status) || isInWork) throw new Refusal(400, 'purchase_cancel_error');
    this.set(purchase, 'cancelled');
    return purchase;
  }

  charge(id, { recurring_token }) {
    const purchase = this.get(id);
    const kept = this.purchases.get(recurring_token)?.is_recurring_token === true;
    if (!kept || !OPEN.includes(purchase.status)) throw new Refusal(400, 'purchase_charge_error');
    this.pay(purchase, 'visa');
    return purchase;
  }

  /** @param slow the acquirer has not answered so far */
  refund(id, { amount }, slow) {
    const purchase = this.get(id);
    const given = amount ?? purchase.refundable_amount;
    if (!PAID.includes(purchase.status) || !Number.isSafeInteger(given) || given < 1)
      throw new Refusal(400, 'purchase_refund_error');
    if (given > purchase.refundable_amount) throw new Refusal(400, 'purchase_refund_error');
    if (slow) {
      this.set(purchase, 'pending_refund');
      return purchase;
    }
    purchase.refundable_amount -= given;
    if (purchase.refundable_amount === 0) Object.assign(purchase, { refund_availability: 'none' });
    this.set(purchase, purchase.refundable_amount === 0 ? 'refunded' : 'paid');
    const { currency } = purchase.purchase;
    return {
      type: 'payment',
      id: randomUUID(),
      payment: { is_outgoing: true, payment_type: 'refund', amount: given, currency },
    };
  }
}

/** The page of a payer. */
const pageOf = ({ id, status, purchase, reference }) => `<!doctype html><meta charset="utf-8"><title>Fake CHIP</title>
<h1>${escaped(purchase.products[0].name)}</h1><p>${escaped(purchase.currency)} ${(purchase.total / 100).toFixed(2)} · ${escaped(reference)} · ${escaped(status)}</p>
<form method="post" action="/p/${id}/">
<select name="method">${METHODS.map((method) => `<option>${method}</option>`).join('')}</select>
<button name="outcome" value="pay">Pay</button><button name="outcome" value="refuse">Refuse</button><button name="outcome" value="expire">Expire</button>
</form>`;

async function bodyOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BODY) throw new Refusal(413, 'too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid', 'The body is no JSON');
  }
}

/**
 * Starts the fake.
 * @param {object} options port (0: any), secret_key, tls ({key, cert}: then it speaks HTTPS)
 * @returns its address, and what a test sets: faults of the next calls, and what a payer does
 */
export async function startFakeChip({ port = 0, secret_key = FAKE_SECRET_KEY, tls } = {}) {
  const book = new Book();
  /** Of the next calls of the API, one each: hang, cut, half, html, <status>, or a function that changes the answer. */
  const faults = [];
  /** Method and path of each call of the API. */
  const calls = [];
  const deliveries = new Set();
  let slowRefunds = false;
  let base = '';

  async function callBack(purchase) {
    if (purchase.success_callback === null) return null;
    const body = JSON.stringify(purchase);
    const headers = { 'content-type': 'application/json', 'x-signature': book.sign(body) };
    const answer = await fetch(purchase.success_callback, { method: 'POST', headers, body });
    return answer.status;
  }

  async function payerDoes(id, { outcome = 'pay', method = 'fpx', callback = true } = {}) {
    const purchase = book.get(id);
    if (outcome === 'pay') book.pay(purchase, method);
    else book.set(purchase, outcome === 'expire' ? 'expired' : 'error');
    return outcome === 'pay' && callback ? callBack(purchase) : null;
  }

  async function apiAnswer(method, url, request) {
    const text = await bodyOf(request);
    if (request.headers.authorization !== `Bearer ${secret_key}`) throw new Refusal(401, 'authentication_failed');
    const [, kind, id, verb] = /^\/api\/v1\/(\w+)\/(?:([\w-]+)\/(?:(\w+)\/)?)?$/.exec(url.pathname) ?? [];
    const route = `${method} ${kind}${id ? '/id' : ''}${verb ? `/${verb}` : ''}`;
    if (route === 'POST purchases') return [201, book.create(parsed(text), base)];
    if (route === 'GET purchases/id') return [200, book.get(id)];
    if (route === 'POST purchases/id/cancel') return [200, book.cancel(id)];
    if (route === 'POST purchases/id/refund')
      return [200, book.refund(id, text === '' ? {} : parsed(text), slowRefunds)];
    if (route === 'POST purchases/id/charge') return [200, book.charge(id, parsed(text))];
    if (route === 'GET public_key') return [200, book.public_key];
    if (route === 'GET payment_methods') {
      if (url.searchParams.get('brand_id') !== FAKE_BRAND_ID) throw new Refusal(400, 'invalid', 'brand_id');
      return [200, { available_payment_methods: url.searchParams.get('currency') === 'MYR' ? METHODS : [] }];
    }
    throw new Refusal(404, 'not_found');
  }

  async function pageAnswer(method, id, request) {
    if (method !== 'POST') return pageOf(book.get(id));
    const form = new URLSearchParams(await bodyOf(request));
    const delivery = payerDoes(id, Object.fromEntries(form));
    deliveries.add(delivery);
    await delivery.catch((error) => process.stderr.write(`The callback failed: ${error.message}\n`));
    deliveries.delete(delivery);
    return pageOf(book.get(id));
  }

  function send(response, status, body, fault) {
    const text = JSON.stringify(typeof fault === 'function' ? fault(structuredClone(body)) : body);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (fault === 'half') {
      response.write(text.slice(0, Math.ceil(text.length / 2)));
      setImmediate(() => response.destroy());
    } else response.end(text);
  }

  async function serve(request, response) {
    const url = new URL(request.url, base);
    const [, page] = /^\/p\/([\w-]+)\/$/.exec(url.pathname) ?? [];
    if (page) {
      const html = await pageAnswer(request.method, page, request);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    calls.push(`${request.method} ${url.pathname}`);
    const fault = faults.shift();
    // `late-…`: it does what it was asked for, and then fails.
    const isLate = typeof fault === 'string' && fault.startsWith('late-');
    const kind = isLate ? fault.slice('late-'.length) : fault;
    const answer =
      isLate || kind === undefined || typeof kind === 'function' || kind === 'half'
        ? await apiAnswer(request.method, url, request)
        : null;
    if (kind === 'hang') return;
    if (kind === 'cut') return void request.socket.destroy();
    if (kind === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
    if (/^\d{3}$/.test(kind ?? '')) return void response.writeHead(Number(kind)).end('{}');
    send(response, answer[0], answer[1], kind);
  }

  const listener = (request, response) => {
    serve(request, response).catch((error) => {
      if (!(error instanceof Refusal)) process.stderr.write(`${error.stack}\n`);
      send(response, error.status ?? 500, error.body ?? {});
    });
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
  base = `${tls ? 'https' : 'http'}://127.0.0.1:${server.address().port}`;
  return {
    base,
    api_url: `${base}/api/v1`,
    book,
    calls,
    faults,
    payerDoes,
    callBack,
    /** Whether acquirers take their time with refunds. */
    set slowRefunds(value) {
      slowRefunds = value;
    },
    async stop() {
      await Promise.allSettled(deliveries);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  void startFakeChip({ port: Number(process.env.FAKE_CHIP_PORT ?? 4100) }).then(({ api_url }) =>
    process.stdout.write(
      `Fake CHIP: api_url ${api_url}, brand_id ${FAKE_BRAND_ID}, secret_key ${FAKE_SECRET_KEY}\n` +
        'A payer opens the checkout_url of a purchase. Stop it with Ctrl+C.\n',
    ),
  );
