/** What a shop's requests take while another tenant works: one of each kind at a time, whether the ones before were answered or not. */
import { ask, summaryOf } from './client.js';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The shop's products that are in stock, on its first page. @returns ids */
export async function stockedOf(agent, port, { token }) {
  const path = '/api/v1/retail/products/?page_size=50&status=active';
  const { data } = JSON.parse((await ask(agent, port, { token, path })).body);
  return data.filter(({ current_stock: stock }) => stock > 0).map(({ id }) => id);
}

const pathOf = (ids, n) => `/api/v1/retail/products/${ids[n % ids.length]}/`;

/** Kinds of requests, by their names: each makes the n-th request of some products. */
export const kinds = {
  pages: () => ({ path: '/api/v1/retail/products/?page_size=20' }),
  reads: (n, ids) => ({ path: pathOf(ids, n) }),
  writes: (n, ids) => ({ method: 'PUT', path: pathOf(ids, n), body: { description: `Seen ${n}` } }),
};

/**
 * Begins requests of some kinds.
 * @param everyMs between two of a kind @param names of `kinds`
 * @returns what ends them: it answers the times of each kind, and throws where one was not answered
 */
export function shopMeanwhile({ agent, port, token, ids, everyMs }, names) {
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const failed = [];
  let goesOn = true;
  const each = async (name) => {
    const sent = [];
    for (let n = 0; goesOn; n += 1) {
      sent.push(
        ask(agent, port, { token, ...kinds[name](n, ids) }).then(
          ({ milliseconds }) => times[name].push(milliseconds),
          (error) => failed.push(String(error).slice(0, 200)),
        ),
      );
      await pause(everyMs);
    }
    await Promise.all(sent);
  };
  const running = Promise.all(names.map(each));
  return async () => {
    goesOn = false;
    await running;
    if (failed.length > 0) throw new Error(`${failed.length} requests failed: ${failed[0]}`);
    return Object.fromEntries(names.map((name) => [name, summaryOf(times[name])]));
  };
}
