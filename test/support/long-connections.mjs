// Loaded into servers that tests start: a connection may lie idle for a minute. By Node's five seconds a server closes the one on which
// a test, busy for as long, is just sending its next request; what would be a retry of a client or a proxy fails there.
import http from 'node:http';

const KEPT_MS = 65_000;
const { listen } = http.Server.prototype;
http.Server.prototype.listen = function (...args) {
  this.keepAliveTimeout = KEPT_MS;
  return listen.apply(this, args);
};
