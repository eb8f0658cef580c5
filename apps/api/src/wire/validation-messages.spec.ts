import { ValidateBy } from 'class-validator';
import { DomainError, type Language } from '@usaha/shared';
import { field } from './field.js';
import { param } from './param.js';
import { validation } from './validation.pipe.js';

class Line {
  @field.count('How many', 1, { min: 1 }) quantity!: number;
}

class Order {
  @field.text('Name', 'Siti', { max: 10 }) name!: string;
  @field.choice('Kind', ['small', 'large']) kind!: string;
  @field.day('Day', '2026-03-10') day!: string;
  @field.texts('Marks', ['a']) marks!: string[];
  @field.email('E-mail', 'siti@example.com', { optional: true }) email?: string;
  @field.nestedList('Lines', Line, { min: 1 }) lines!: Line[];
  @ValidateBy({ name: 'isOdd', validator: { validate: () => false, defaultMessage: () => '$property is odd' } })
  unknown = 1;
}

class Query {
  @param.day('Day', '2026-03-10') day?: string;
  @param.position('Page', 1) page?: number;
}

const right = { name: 'Siti', kind: 'small', day: '2026-03-10', marks: [], lines: [{ quantity: 1 }], unknown: 1 };

/** The messages of each field, in a language. */
async function said(type: 'body' | 'query', metatype: new () => object, sent: object, language: Language) {
  try {
    await validation.transform(sent, { type, metatype });
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.fromEntries((error.in(language).errors ?? []).map(({ field: name, message }) => [name, message]));
  }
}

const wrong = {
  name: 'x'.repeat(11),
  kind: 'huge',
  day: '2026-02-30',
  marks: [1],
  email: 'unknown',
  lines: [{ quantity: 0 }, {}],
};

describe('what is wrong with a body', () => {
  it('is said in English, with the limits that were declared', async () => {
    expect(await said('body', Order, wrong, 'en')).toEqual({
      name: 'name must have at most 10 characters',
      kind: 'kind must be one of the following values: small, large',
      day: 'day must be a date, YYYY-MM-DD',
      marks: expect.stringMatching(/^each value in marks must /) as string,
      email: 'email must be an email',
      'lines.0.quantity': 'quantity must not be less than 1',
      'lines.1.quantity': 'lines.1.quantity is required',
      unknown: 'unknown is odd',
    });
  });

  it('is said in Malay, and in English where a constraint has no words', async () => {
    expect(await said('body', Order, wrong, 'ms')).toEqual({
      name: 'name tidak boleh melebihi 10 aksara',
      kind: 'kind mestilah salah satu daripada nilai berikut: small, large',
      day: 'day mestilah tarikh, YYYY-MM-DD',
      marks: expect.stringMatching(/^setiap nilai dalam marks /) as string,
      email: 'email mestilah alamat e-mel yang sah',
      'lines.0.quantity': 'quantity tidak boleh kurang daripada 1',
      'lines.1.quantity': 'lines.1.quantity diperlukan',
      unknown: 'unknown is odd',
    });
  });

  it.each([
    ['', 'name mesti diisi'],
    [' \n', 'name mesti diisi'],
    [5, /^name (mestilah teks|mesti diisi|tidak boleh melebihi 10 aksara)$/],
  ])('says of the name %j what its pattern is for', async (name, message) => {
    expect((await said('body', Order, { ...right, name }, 'ms')).name).toMatch(message);
  });

  it.each([null, 'text', 5])('is said of lines that are no list: %j', async (lines) => {
    expect((await said('body', Order, { ...right, lines }, 'ms')).lines).toMatch(/mest/);
  });
});

it('says of a query what its texts should be', async () => {
  expect(await said('query', Query, { day: 'yesterday', page: 'last' }, 'ms')).toEqual({
    day: 'day mestilah tarikh, YYYY-MM-DD',
    page: expect.stringMatching(/^page (mestilah nombor bulat|tidak boleh kurang daripada 1)$/) as string,
  });
});
