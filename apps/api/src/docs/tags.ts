/** What the tags of operations mean. The linter refuses a tag that is used and missing here. */
export const tags: Record<string, string> = {
  auth: 'Sign-in, tokens and registration',
  tenants: 'Businesses: who they are, what they do, whether they may be used',
  users: 'The people of a business, their roles and passwords',
  utils: 'Small questions that need no record: telephone numbers, tax, business registration',
  subscriptions: 'Plans of a business: what it pays for, until when',
  modules: 'The industry modules: the catalogue, and which of them a business uses',
  'payment-methods': 'Cards and other means that a business pays with',
  payments: 'Money that was taken, and given back',
  audit: 'Who changed what',
  products: 'What a shop sells, and how much of it there is',
  inventory: 'Stock beside sales: corrections, transfers, alerts',
  sales: 'What was sold, and what was given back of it',
  customers: 'The people who buy from a shop',
  loyalty: "Customers' points, and the tiers that they reach with them",
  additions: 'Operations beside the specification, each for a reason that docs/additions.md gives',
};
