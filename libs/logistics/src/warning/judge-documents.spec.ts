import { Driver } from '../driver/driver.entity.js';
import { Vehicle } from '../vehicle/vehicle.entity.js';
import { judgeDocuments } from './judge-documents.js';
import { documentWarnings } from './warning-codes.js';

const DAY = '2026-05-10';
const driverWith = (papers: Partial<Driver>): Driver => Object.assign(new Driver(), papers);
const vehicleWith = (papers: Partial<Vehicle>): Vehicle => Object.assign(new Vehicle(), papers);

describe('A-295: documents and statuses on a day', () => {
  it.each([
    ['license_expiry', 'license_expired'],
    ['psv_expiry', 'psv_expired'],
    ['medical_checkup_expiry', 'medical_expired'],
  ] as const)('warns of a driver whose %s is past, and not on the day itself', (field, code) => {
    const judged = (last: string | null) =>
      judgeDocuments({ driver: driverWith({ [field]: last }), vehicle: null }, DAY);
    expect(judged('2026-05-09')).toEqual([code]);
    expect(judged('2026-05-10')).toEqual([]);
    expect(judged(null)).toEqual([]);
  });

  it.each([
    ['road_tax_expiry', 'road_tax_expired'],
    ['insurance_expiry', 'insurance_expired'],
    ['inspection_expiry', 'inspection_expired'],
    ['inspection_agency_expiry', 'inspection_agency_expired'],
  ] as const)('warns of a vehicle whose %s is past, and not on the day itself', (field, code) => {
    const judged = (last: string | null) =>
      judgeDocuments({ driver: null, vehicle: vehicleWith({ [field]: last }) }, DAY);
    expect(judged('2026-05-09')).toEqual([code]);
    expect(judged('2026-05-10')).toEqual([]);
    expect(judged(null)).toEqual([]);
  });

  it('warns of those that are not active, and of none that is not named', () => {
    const off = { driver: driverWith({ status: 'suspended' }), vehicle: vehicleWith({ status: 'maintenance' }) };
    expect(judgeDocuments(off, DAY)).toEqual(['driver_not_active', 'vehicle_not_active']);
    expect(judgeDocuments({ driver: null, vehicle: null }, DAY)).toEqual([]);
    expect(judgeDocuments({ driver: new Driver(), vehicle: new Vehicle() }, DAY)).toEqual([]);
  });

  it('names all that is wrong in one order', () => {
    const past = '2020-01-01';
    const driver = driverWith({
      license_expiry: past,
      psv_expiry: past,
      medical_checkup_expiry: past,
      status: 'inactive',
    });
    const vehicle = vehicleWith({
      road_tax_expiry: past,
      insurance_expiry: past,
      inspection_expiry: past,
      inspection_agency_expiry: past,
      status: 'retired',
    });
    expect(judgeDocuments({ driver, vehicle }, DAY)).toEqual([...documentWarnings]);
  });
});
