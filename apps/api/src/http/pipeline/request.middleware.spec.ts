import { dialectOf } from './request.middleware.js';

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
  // Another case names nothing, which is said in the shape of the surface that is meant.
  ['/V1/users', 'contract'],
  ['/api/V1', 'reference'],
  ['/API/v1/users/', 'reference'],
  ['/api/V10', undefined],
  ['/health/live', undefined],
  ['/', undefined],
])('%s belongs to the %s surface', (path, name) => expect(dialectOf(path)?.name).toBe(name));
