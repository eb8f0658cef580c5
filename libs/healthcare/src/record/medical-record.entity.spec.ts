import { MedicalRecord } from './medical-record.entity.js';

describe('a medical record', () => {
  it('begins empty: no vitals, no symptoms, no attachments', () => {
    const record = new MedicalRecord();
    expect([record.vitals, record.symptoms, record.attachments]).toEqual([null, [], []]);
    expect([record.diagnosis, record.notes, record.doctor_id]).toEqual([null, null, null]);
  });

  it('A-18: keeps what is absent, clears what is null, and replaces lists and vitals whole', () => {
    const record = new MedicalRecord();
    const vitals = { blood_pressure: '120/80', heart_rate: 72, temperature: null, weight: null, height: null };
    record.describe({ diagnosis: 'Bronchitis', symptoms: ['cough', 'fever'], vitals, notes: 'x' });
    record.describe({ notes: null, symptoms: ['cough'], diagnosis: undefined });
    expect([record.diagnosis, record.notes, record.symptoms, record.vitals]).toEqual([
      'Bronchitis',
      null,
      ['cough'],
      vitals,
    ]);
    record.describe({ vitals: null });
    expect(record.vitals).toBeNull();
  });

  it('is described by nothing but the details', () => {
    const record = new MedicalRecord();
    const more = { record_type: 'lab', tenant_id: 'another', version: 9 };
    record.describe(more);
    expect([record.record_type, record.version, record.tenant_id]).toEqual(['lab', 1, undefined]);
  });
});
