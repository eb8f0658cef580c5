import { assignDefined } from './assign-defined.js';

class Patient {
  first_name = 'Siti';
  notes: string | null = 'allergic';
  version = 3;
}

describe('what is given', () => {
  it('is set, and null clears (A-18)', () => {
    const patient = new Patient();
    assignDefined(patient, { first_name: 'Aminah', notes: null }, ['first_name', 'notes']);
    expect(patient).toEqual({ first_name: 'Aminah', notes: null, version: 3 });
  });

  it('leaves what was not stated', () => {
    const patient = new Patient();
    assignDefined(patient, { first_name: undefined }, ['first_name', 'notes']);
    expect(patient).toEqual(new Patient());
  });

  it('sets nothing that is not on the list', () => {
    const patient = new Patient();
    const sent = { first_name: 'Aminah', version: 9 };
    assignDefined(patient, sent, ['first_name']);
    expect(patient).toMatchObject({ first_name: 'Aminah', version: 3 });
  });
});
