import { operationIdOf, type Named } from './operation-id.js';

const named = (method: string, path: string, more: Partial<Named> = {}): string =>
  operationIdOf({ method, path, status: 200, kind: 'single', isOwnPath: false, ...more });

describe('operationIdOf', () => {
  it.each([
    ['GET', '/v1/users', { kind: 'list' }, 'usersList'],
    ['GET', '/api/v1/retail/products/{product_id}/', {}, 'retailProductsGet'],
    ['POST', '/api/v1/healthcare/billing/', { status: 201, isOwnPath: true }, 'healthcareBillingCreate'],
    ['POST', '/api/v1/healthcare/billing/{bill_id}/payments/', { status: 201 }, 'healthcareBillingPaymentsCreate'],
    ['PUT', '/api/v1/retail/sales/{sale_id}/status/', {}, 'retailSaleStatusUpdate'],
    ['DELETE', '/api/v1/education/classes/{class_id}/', {}, 'educationClassesDelete'],
    ['GET', '/api/v1/education/classes/{class_id}/students/', { kind: 'list' }, 'educationClassStudentsList'],
    ['GET', '/api/v1/retail/loyalty/tiers/', { kind: 'whole' }, 'retailLoyaltyTiersList'],
  ] as const)('says context, resource and verb: %s %s', (method, path, more, id) => {
    expect(named(method, path, more)).toBe(id);
  });

  it('adds no verb where the path ends in one', () => {
    expect(named('POST', '/v1/auth/login')).toBe('authLogin');
    expect(named('POST', '/api/v1/auth/register/', { status: 201 })).toBe('authRegister');
    expect(named('POST', '/api/v1/healthcare/appointments/{appointment_id}/check-in/')).toBe(
      'healthcareAppointmentCheckIn',
    );
  });

  it('refuses a method that no route has', () => {
    expect(() => named('PATCH', '/v1/users/{user_id}')).toThrow('PATCH /v1/users/{user_id}');
  });
});
