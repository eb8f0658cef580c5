import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { configureLogistics, newDriver, newRoute, newSchedule, newShipment } from '../../support/logistics.js';
import { newTenant } from '../../support/people.js';

describe('A-315: configuration.logistics', () => {
  it('is kept as it was sent, with blocks that no program reads', async () => {
    const { admin } = await newTenant();
    const logistics = {
      toll_information: { x: 1, plazas: ['Jelapang', 'Sungai Besi'] },
      weather: null,
      license_plates: { format: 'ABC 1234' },
      fuel: 3.25,
      position_retention_days: 'sembilan puluh',
    };
    const sent = { configuration: { logistics } };
    const enabled = must(await on.post('/modules/logistics/enable', sent, admin.token), 200);
    expect(enabled.configuration).toEqual({ logistics });
    const read = must(await on.get('/modules/logistics/configuration', admin.token), 200);
    expect(read.configuration).toEqual({ logistics });
  });

  it.each([0, 2_000, 20_000])(
    'holds from the next request on, be it long (%i characters that no program reads)',
    async (length) => {
      const tenant = await newTenant();
      const { id } = await newShipment(tenant, { destination: { latitude: 3, longitude: 101.5 } });
      const route = await newRoute(tenant, { origin: { latitude: 3.3, longitude: 101.5 } });
      const litres = async (): Promise<number> => {
        const proposal = await on.post(
          `/logistics/routes/${route.id}/optimize`,
          { shipments: [id] },
          tenant.admin.token,
        );
        return must(proposal, 200).estimated_fuel_litres as number;
      };
      const usual = await litres();
      for (const times of [2, 1, 3]) {
        const toll_information = { plazas: 'Jelapang '.repeat(length / 9) };
        await configureLogistics(tenant, { fuel_consumption_per_100km: 12.5 * times, toll_information });
        expect(await litres()).toBeCloseTo(usual * times, 1);
      }
      await configureLogistics(tenant, {});
      expect(await litres()).toBe(usual);
    },
  );

  it('of another type or beyond its range is as if it were not set', async () => {
    const tenant = await newTenant();
    const { token } = tenant.admin;
    const destination = { latitude: 3 + 10 / ((6371.0088 * Math.PI) / 180), longitude: 101.5 };
    const { id } = await newShipment(tenant, { destination });
    const route = await newRoute(tenant, { origin: { latitude: 3, longitude: 101.5 } });
    const driver_id = (await newDriver(tenant)).id;
    const litres = async (fuel_consumption_per_100km: unknown): Promise<unknown> => {
      const flags = { prevent_double_booking: 'true', schedules_follow_shipments: 1 };
      await configureLogistics(tenant, { fuel_consumption_per_100km, ...flags });
      const proposal = await on.post(`/logistics/routes/${route.id}/optimize`, { shipments: [id] }, token);
      return must(proposal, 200).estimated_fuel_litres;
    };
    // 26 km there and back at 12.5 litres for 100 km, and at 20.
    for (const wrong of ['20', 0, -20, 1_001, null, { litres: 20 }]) expect(await litres(wrong)).toBe(3.25);
    expect(await litres(20)).toBe(5.2);
    const at = { driver_id, scheduled_time: '09:00' };
    const first = await newSchedule(tenant, at);
    expect((await newSchedule(tenant, at)).warnings).toEqual(['double_booked']);
    const reached = { status: 'delivered' };
    must(await on.post(`/logistics/shipments/${first.shipment_id}/update-status`, reached, token), 200);
    expect(must(await on.get(`/logistics/schedules/${first.id}`, token), 200).status).toBe('scheduled');
  });
});
