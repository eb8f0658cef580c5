import { TenantRecord, columns } from '@usaha/shared';
import { field } from './field.js';
import { TAG, type Tagged } from './present.js';
import { plainView, viewFor, viewOf } from './view.js';

class Guest extends TenantRecord {
  @columns.text() room!: string;
  @columns.count() nights = 1;
  @columns.text({ personal: true }) name!: string;
  @columns.sealed() ic_number!: string | null;
  @columns.sealedTogether() protected readonly wishes!: object;
  @columns.sealedWithin('wishes') diet!: string | null;
  @columns.object() address: { city: string; inspected_by?: string } | null = null;

  get label() {
    return `Room ${this.room}`;
  }
}

class CityView {
  @field.text('City', 'Ipoh') city!: string;
}
class RoomView {
  @field.id('Id') id!: string;
  @field.text('Room', '12') room!: string;
  @field.count('Nights', 2) nights!: number;
  @field.text('For people', 'Room 12') label!: string;
  @field.nested('Where', CityView, { nullable: true }) address!: CityView | null;
}
class NamedView {
  @field.text('Name', 'Aina') name!: string;
}
class SealedView {
  @field.text('Identity card', '900101-14-5678', { nullable: true }) ic_number!: string | null;
}
class PartView {
  @field.text('Diet', 'none', { nullable: true }) diet!: string | null;
}
class LongView extends RoomView {
  @field.text('Room and nights', '12: 2') stay!: string;
}
class WordedView {
  @field.text('Nights, in words', 'two') nights!: string;
}

const guest = () =>
  Object.assign(new Guest(), {
    id: 'g',
    version: 4,
    room: '12',
    name: 'Aina',
    address: { city: 'Ipoh', inspected_by: 'Lim' },
  });
const tagOf = (view: object) => (view as Tagged)[TAG]?.();

class TimesView {
  @field.id('Id') id!: string;
  @field.instant('When it was created') created_at!: Date;
  @field.instant('When it ends', { nullable: true }) ends_at!: Date | null;
}

describe('a view that is derived', () => {
  it('has instants as JSON has them, its own and those that are written out', () => {
    const at = new Date('2026-03-10T08:30:00.007Z');
    const [shown, none] = [at, null].map((ends) =>
      viewOf(Guest, TimesView, { fields: { created_at: () => at, ends_at: () => ends } })(guest()),
    );
    const text = '2026-03-10T08:30:00.007Z';
    expect(shown).toEqual({ id: 'g', created_at: text, ends_at: text });
    expect(none).toEqual({ id: 'g', created_at: text, ends_at: null });
    expect(
      viewOf(Guest, TimesView, { fields: { ends_at: () => null } })(Object.assign(guest(), { created_at: at })),
    ).toEqual(none);
  });

  it('shows what it declares, from columns and getters, and nothing else of the record', () =>
    expect(JSON.parse(JSON.stringify(viewOf(Guest, RoomView)(guest())))).toEqual({
      id: 'g',
      room: '12',
      nights: 1,
      label: 'Room 12',
      address: { city: 'Ipoh' },
    }));

  it('has the ETag of its revision, the record’s version and what is shown with it; without a revision none', () => {
    expect(tagOf(viewOf(Guest, RoomView, { revision: 2 })(guest()))).toBe('"2.4"');
    expect(tagOf(viewOf(Guest, RoomView, { revision: 2, etagParts: (g) => [g.nights] })(guest()))).toBe('"2.4.1"');
    expect(tagOf(viewOf(Guest, RoomView)(guest()))).toBeUndefined();
  });

  it('shows otherwise what is written out, after the fields of the view that it extends', () => {
    const view = viewOf(Guest, LongView, { fields: { stay: (g) => `${g.room}: ${g.nights}`, room: () => '-' } });
    expect(Object.entries(view(guest())).map(([key, value]) => (typeof value === 'string' ? value : key))).toEqual([
      'g',
      '-',
      'nights',
      'Room 12',
      'address',
      '12: 1',
    ]);
  });

  it('may depend on who sees it', () => {
    const view = viewFor<Guest, NamedView, boolean>(Guest, NamedView, {
      revision: 1,
      etagParts: (_, isKnown) => [isKnown ? 1 : 0],
      fields: { name: (g, isKnown) => (isKnown ? g.name : '***') },
    });
    expect([view(true), view(false)].map((show) => [show(guest()).name, tagOf(show(guest()))])).toEqual([
      ['Aina', '"1.4.1"'],
      ['***', '"1.4.0"'],
    ]);
  });

  it('narrows lists of what is no record, and leaves null as it is', () => {
    class CitiesView {
      @field.nestedList('Cities', CityView) cities!: CityView[];
      @field.nested('Home', CityView, { nullable: true }) home!: CityView | null;
    }
    const cities = [{ city: 'Ipoh', secret: 1 }];
    expect(plainView<{ cities: typeof cities; home: null }, CitiesView>(CitiesView)({ cities, home: null })).toEqual({
      cities: [{ city: 'Ipoh' }],
      home: null,
    });
  });
});

describe('what is personal or sealed', () => {
  it.each([
    ['NamedView.name', () => viewOf(Guest, NamedView)],
    ['SealedView.ic_number', () => viewOf(Guest, SealedView)],
    ['PartView.diet', () => viewOf(Guest, PartView)],
    ['NamedView.name', () => viewFor<Guest, NamedView, Date>(Guest, NamedView)],
  ])('is not shown in silence: %s ends the start', (field, make) =>
    expect(make).toThrow(new RegExp(`^${field.replace('.', '\\.')} would show Guest\\.\\w+, which is personal`)),
  );

  it('is shown once it is named, or written out', () => {
    expect(viewOf(Guest, NamedView, { personal: ['name'] })(guest())).toEqual({ name: 'Aina' });
    expect(viewOf(Guest, NamedView, { fields: { name: (g) => g.name } })(guest())).toEqual({ name: 'Aina' });
  });

  it('is what is named as such, and shown: a list that says more is refused', () => {
    expect(() => viewOf(Guest, RoomView, { personal: ['room'] })).toThrow('RoomView.room is named');
    expect(() => viewOf(Guest, NamedView, { personal: ['name'], fields: { name: () => '-' } })).toThrow(
      'NamedView.name is named',
    );
  });

  it('is refused where a field is written out that no view declares', () => {
    const fields = { stray: () => 1 } as object;
    expect(() => viewOf(Guest, RoomView, { fields })).toThrow('RoomView declares no field stray');
  });
});

/** What must not compile: tsc refuses an expectation that is not met. */
export const refused = () => {
  // @ts-expect-error a field that the record lacks is written out
  viewOf(Guest, LongView, { revision: 1 });
  // @ts-expect-error a field of another type is written out
  viewOf(Guest, WordedView);
  // @ts-expect-error with the type that the view has
  viewOf(Guest, WordedView, { fields: { nights: (g) => g.nights } });
  // @ts-expect-error a record is none of the plain things
  plainView<Guest, RoomView>(RoomView);
  class GuestsView {
    @field.nestedList('Guests', RoomView) guests!: RoomView[];
  }
  // @ts-expect-error records within are shown by their own view
  plainView<{ guests: Guest[] }, GuestsView>(GuestsView);
  // @ts-expect-error what is named as personal is a column that the view shows
  viewOf(Guest, NamedView, { personal: ['ic_number'] });
};

it('A-507: leaves a seal closed that is not asked for', () => {
  class SealedGuestView {
    @field.id('Id') id!: string;
    @field.text('Identity card', '900101-14-5678', { nullable: true }) ic_number!: string | null;
  }
  let opened = 0;
  const record = Object.defineProperty(guest(), 'ic_number', { get: () => `opened ${(opened += 1)}` });
  const view = viewOf(Guest, SealedGuestView, { personal: ['ic_number'] });
  expect(view.part?.(['id', 'gone'])(record)).toEqual({ id: 'g' });
  expect(opened).toBe(0);
  expect(view.part?.(['ic_number'])(record)).toEqual({ ic_number: 'opened 1' });
});
