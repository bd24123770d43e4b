/** Who has registered, what they subscribe to, what is on offer, what they write, and what is done for them. */
export const PLATFORM_LISTS = [
  { route: '/customer-list', labelKey: 'menu.customers' },
  { route: '/subscribers', labelKey: 'menu.subscribers' },
  { route: '/subscription-packages', labelKey: 'menu.subscription_packages' },
  { route: '/support-messages', labelKey: 'menu.support_messages', roles: ['platform'] },
  { route: '/jobs', labelKey: 'menu.jobs', roles: ['platform'] },
] as const;
