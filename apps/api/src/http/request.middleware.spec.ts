import { dialectOf, loggedPath } from './request.middleware.js';

it.each([
  ['/v1', 'contract'],
  ['/v1/users', 'contract'],
  ['/v1/', 'contract'],
  ['/api/v1', 'reference'],
  ['/api/v1/users/', 'reference'],
  ['/v10/users', undefined],
  ['/v1x', undefined],
  ['/api/v10', undefined],
  ['/api', undefined],
  ['/health/live', undefined],
  ['/', undefined],
])('%s belongs to the %s surface', (path, name) => expect(dialectOf(path)?.name).toBe(name));

it.each([
  ['/track/TOKEN', '/track/…'],
  ['/TRACK//TOKEN/', '/TRACK//…/'],
  ['/track/TOKEN.', '/track/…'],
  ['/%74rack/TOKEN', '/%74rack/…'],
  ['/track%2FTOKEN', '/track%…'],
  ['/TOKEN', '/…'],
  ['/api/v1/logistics/shipments/tracking/MY261122W7Q2R5TX/', '/api/v1/logistics/shipments/tracking/MY261122W7Q2R5TX/'],
  [
    '/api/v1/logistics/shipments/0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a/proof-of-delivery/',
    '/api/v1/logistics/shipments/0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a/proof-of-delivery/',
  ],
])('A-317: the log has no link of public tracking: %s', (path, logged) =>
  expect(loggedPath(path.replace('TOKEN', 'AZ-j_omscfD6'.repeat(6)))).toBe(logged),
);
