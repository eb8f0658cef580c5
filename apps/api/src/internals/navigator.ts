/*
 * To tell whether it is at Cloudflare's, pg asks `navigator`, and without one makes a `Response`: of Node 20 that loads all that
 * `fetch` takes, 1.5 MB, for which no code here has a use. Later versions have a `navigator`.
 */
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: Object.freeze({ userAgent: `Node.js/${process.versions.node.split('.')[0]}` }),
    configurable: true,
  });
