import { TenantModule } from './tenant-module.entity.js';

const fresh = () => TenantModule.untouched('0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', 'retail');

describe('a module of a tenant (A-83)', () => {
  it('is neither enabled nor disabled until it is touched', () => {
    expect(fresh()).toMatchObject({ status: 'usable', is_enabled: false, shown_configuration: { retail: {} } });
  });

  it('keeps its configuration as sent, until another is sent', () => {
    const module = fresh();
    const configuration = { retail: { enable_loyalty_program: true, unknown: [1] }, other: 'x' };
    module.enable(configuration);
    expect(module).toMatchObject({ is_enabled: true, shown_configuration: configuration });
    module.disable();
    expect(module).toMatchObject({ status: 'disabled', is_enabled: false, shown_configuration: configuration });
    module.enable();
    expect(module).toMatchObject({ is_enabled: true, shown_configuration: configuration });
    module.enable({ retail: {} });
    expect(module.shown_configuration).toEqual({ retail: {} });
    module.enable({});
    expect(module.shown_configuration).toEqual({});
    module.enable(null);
    expect(module.shown_configuration).toEqual({ retail: {} });
  });
});
