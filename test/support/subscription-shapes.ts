import type { Json } from './client.js';
import { contractSurface, referenceSurface, type Surface } from './core-surfaces.js';
import { newTenant, type TestTenant } from './people.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer about subscriptions and modules. */
export const shapes = {
  contract: {
    subscription: words(
      `id tenant_id plan_type billing_cycle status starts_at ends_at renews_at amount currency payment_method module_limit
       user_limit features created_at updated_at`,
    ),
    module: words('id name slug description industry version status features requirements created_at updated_at'),
  },
  reference: {
    subscription: words(
      `id tenant_id plan_id modules billing_cycle payment_method_id status starts_at ends_at renews_at amount currency
       module_limit user_limit features paid_amount outstanding_amount terms_paid past_due cancelled_at created_at updated_at`,
    ),
    history: words(
      `id kind plan_id billing_cycle amount ends_at payment_id payment_amount paid_amount consumed_amount left_amount actor_id
       created_at`,
    ),
    entry: words('id name description features pricing usable'),
    usage: words('module_id tenant_id is_enabled configuration usable'),
  },
};

export const moduleKeys = ['retail', 'healthcare', 'education', 'logistics', 'beauty'];

type Cycle = 'MONTHLY' | 'YEARLY' | 'ONE_TIME';

/** The smallest body of a subscription, and one for a plan and cycle, in the words of the surface. */
export const subscriptionBody = (on: Surface, tenant: TestTenant, plan = 'STARTER', cycle: Cycle = 'MONTHLY') =>
  on === contractSurface
    ? { tenant_id: tenant.id, plan_type: plan, billing_cycle: cycle }
    : { plan_id: plan.toLowerCase(), billing_cycle: cycle.toLowerCase() };

/** Subscribes as the tenant's administrator. */
export async function subscribe(
  on: Surface,
  tenant: TestTenant,
  plan = 'STARTER',
  cycle: Cycle = 'MONTHLY',
  extra: Record<string, unknown> = {},
): Promise<Json> {
  const body = { ...subscriptionBody(on, tenant, plan, cycle), ...extra };
  const answer = await on.post('/subscriptions', body, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`subscription: ${answer.status} ${answer.text}`);
  return on.data(answer);
}

/** There is no cancel on the contract surface. */
export const cancel = (id: string, token?: string) =>
  referenceSurface.send('POST', `/subscriptions/${id}/cancel`, { token });

/** A separate tenant with one subscription. */
export async function newSubscriber(on: Surface, plan = 'STARTER', cycle: Cycle = 'MONTHLY') {
  const tenant = await newTenant();
  return { tenant, token: tenant.admin.token, subscription: await subscribe(on, tenant, plan, cycle) };
}

/** How many days lie between two instants of an answer. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;
