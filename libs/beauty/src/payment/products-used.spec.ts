import { DomainError } from '@usaha/shared';
import { usesOf } from './products-used.js';

const rendered = (...products_used: unknown[]) => [{ service_id: 'facial' }, { service_id: 'facial', products_used }];

it('A-260: objects with product_id and quantity are taken, all others are notes', () => {
  const notes = ['Serum', null, 7, {}, { product_id: 'x' }, { product_id: 4, quantity: 2 }, { quantity: 2 }];
  expect(usesOf(rendered(...notes, { product_id: 'x', quantity: 2 }))).toEqual([
    { product_id: 'x', quantity: 2, field: 'services_rendered.1.products_used.7' },
  ]);
  expect(usesOf([{ service_id: 'facial', products_used: null }])).toEqual([]);
});

it.each([0, -1, 1.5, '2', true])('A-260: %p is no quantity', (quantity) => {
  let fields: string[] = [];
  try {
    usesOf(rendered({ product_id: 'x', quantity }));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    fields = (error.errors ?? []).map(({ field }) => field);
  }
  expect(fields).toEqual(['services_rendered.1.products_used.0.quantity']);
});
