import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { allRows, malaysianDay, newProduct, readProduct, retailShapes } from '../../support/retail.js';

const alerts = (query: string, by?: string) => on.get(`/retail/inventory/alerts?${query}`, by);

describe('GET /api/v1/retail/inventory/alerts/', () => {
  let shop: TestTenant;
  beforeEach(async () => {
    shop = await newTenant();
  });
  const of = async (query = ''): Promise<Json[]> => {
    const answer = await alerts(query, shop.admin.token);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(on.total(answer)).toBe(answer.body.data.length);
    return answer.body.data;
  };
  const short = (rows: Json[]) => rows.map(({ name, type, severity }) => [name, type, severity]);

  it('A-161: one row per product and type, with exactly what is to be looked at', async () => {
    const product = await newProduct(shop, {
      name: 'Susu',
      current_stock: 0,
      minimum_stock: 5,
      maximum_stock: 10,
      attributes: { expiry_date: malaysianDay(-1), halal_expiry_date: malaysianDay(400) },
    });
    const rows = await of();
    expect(short(rows)).toEqual([
      ['Susu', 'expiry', 'high'],
      ['Susu', 'low_stock', 'high'],
    ]);
    for (const row of rows) {
      expectKeys(row, retailShapes.alert);
      expect(row).toMatchObject({
        product_id: product.id,
        sku: product.sku,
        current_stock: 0,
        minimum_stock: 5,
        maximum_stock: 10,
        expiry_date: malaysianDay(-1),
        message: expect.stringContaining('Susu'),
      });
    }
  });

  it.each([
    [{ current_stock: 11, minimum_stock: 10 }, []],
    [{ current_stock: 10, minimum_stock: 10 }, [['low_stock', 'low']]],
    [{ current_stock: 6, minimum_stock: 10 }, [['low_stock', 'low']]],
    [{ current_stock: 5, minimum_stock: 10 }, [['low_stock', 'medium']]],
    [{ current_stock: 1, minimum_stock: 10 }, [['low_stock', 'medium']]],
    [{ current_stock: 0, minimum_stock: 10 }, [['low_stock', 'high']]],
    [{ current_stock: 0 }, [['low_stock', 'high']]],
    [{ minimum_stock: 10 }, []],
    [{ current_stock: 20 }, []],
    [{ current_stock: 20, maximum_stock: 20 }, []],
    [{ current_stock: 21, maximum_stock: 20 }, [['overstock', 'low']]],
    [{ current_stock: 30, maximum_stock: 20 }, [['overstock', 'low']]],
    [{ current_stock: 31, maximum_stock: 20 }, [['overstock', 'medium']]],
    [{ current_stock: 40, maximum_stock: 20 }, [['overstock', 'medium']]],
    [{ current_stock: 41, maximum_stock: 20 }, [['overstock', 'high']]],
    [{ current_stock: 2 ** 31 - 1, maximum_stock: 2 ** 31 - 2 }, [['overstock', 'low']]],
    [{ current_stock: 20, is_active: false, maximum_stock: 1 }, []],
    [{ attributes: { expiry_date: malaysianDay(31) } }, []],
    [{ attributes: { expiry_date: malaysianDay(30) } }, [['expiry', 'low']]],
    [{ attributes: { halal_expiry_date: malaysianDay(8) } }, [['expiry', 'low']]],
    [{ attributes: { halal_expiry_date: malaysianDay(7) } }, [['expiry', 'medium']]],
    [{ attributes: { expiry_date: malaysianDay(0) } }, [['expiry', 'medium']]],
    [{ attributes: { expiry_date: malaysianDay(-1) } }, [['expiry', 'high']]],
    [{ attributes: { expiry_date: 'soon' } }, []],
  ])('A-101: of %j says %j', async (product, expected) => {
    await newProduct(shop, product);
    expect((await of()).map(({ type, severity }) => [type, severity])).toEqual(expected);
  });

  it('A-101: goes when the stock is back, and comes when it falls', async () => {
    const { id } = await newProduct(shop, { current_stock: 6, minimum_stock: 5 });
    const update = (body: unknown) => on.post(`/retail/products/${id}/update-stock`, body, shop.admin.token);
    expect(await of()).toEqual([]);
    await update({ operation: 'subtract', quantity: 1 });
    expect(short(await of())).toEqual([['Kopi O', 'low_stock', 'low']]);
    await update({ quantity: 1 });
    expect(await of()).toEqual([]);
  });

  it('is narrowed by type and severity in any case; an unknown one is a 400', async () => {
    for (const product of [
      { name: 'out', current_stock: 0 },
      { name: 'low', current_stock: 9, minimum_stock: 10 },
      { name: 'much', current_stock: 100, maximum_stock: 10 },
      { name: 'old', attributes: { expiry_date: '2020-01-01' } },
    ])
      await newProduct(shop, product);
    const names = async (query: string) => (await of(query)).map((row) => row.name);
    expect(await names('')).toEqual(['old', 'much', 'low', 'out']);
    expect(await names('type=low_stock')).toEqual(['low', 'out']);
    expect(await names('type=LOW_STOCK&severity=High')).toEqual(['out']);
    expect(await names('severity=high')).toEqual(['old', 'much', 'out']);
    expect(await names('type=expiry&severity=low')).toEqual([]);
    expect(await names('type=&severity=')).toHaveLength(4);
    expectInvalid(on, await alerts('type=theft', shop.admin.token), 'type');
    expectInvalid(on, await alerts('severity=fatal', shop.admin.token), 'severity');
  });

  it('says what it is about in the language that the client reads', async () => {
    const dates = { expiry_date: malaysianDay(-1) };
    await newProduct(shop, { name: 'Susu', current_stock: 3, minimum_stock: 5, attributes: dates });
    await newProduct(shop, { name: 'Beras', current_stock: 30, maximum_stock: 20 });
    const messagesIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const answer = await on.send('GET', '/retail/inventory/alerts', { token: shop.admin.token, headers });
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, language]);
      expect(answer.headers.get('vary')).toMatch(/Accept-Language/);
      return answer.body.data.map(({ message }: Json) => message);
    };
    expect(await messagesIn('en')).toEqual([
      'Beras: 30 in stock, the maximum is 20',
      `Susu: expires on ${malaysianDay(-1)}`,
      'Susu: 3 left, the minimum is 5',
    ]);
    expect(await messagesIn('ms')).toEqual([
      'Beras: 30 unit dalam stok, paras maksimum ialah 20',
      `Susu: tamat tempoh pada ${malaysianDay(-1)}`,
      'Susu: tinggal 3 unit, paras minimum ialah 5',
    ]);
  });

  it('A-26, A-159: is paged, and shows every alert once', async () => {
    for (let i = 0; i < 5; i += 1)
      await newProduct(shop, { current_stock: 0, attributes: { expiry_date: malaysianDay() } });
    const rows = await allRows('/retail/inventory/alerts', shop.admin.token, 3);
    expect(new Set(rows.map((row) => `${row.product_id} ${row.type}`)).size).toBe(10);
    expect(rows).toHaveLength(10);
    const past = await alerts('page=5&page_size=3', shop.admin.token);
    expect([past.body.data, past.body.pagination]).toEqual([[], { page: 5, page_size: 3, total: 10, pages: 4 }]);
  });

  it('A-03, A-51: shows nothing that was deleted, and nothing of another tenant', async () => {
    const { id } = await newProduct(shop, { current_stock: 0 });
    expect((await alerts('page_size=100', (await newTenant()).admin.token)).text).not.toContain(id);
    expect((await readProduct(shop, id)).current_stock).toBe(0);
    await on.send('DELETE', `/retail/products/${id}`, { token: shop.admin.token });
    expect(await of()).toEqual([]);
  });
});
