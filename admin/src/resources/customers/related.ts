/** Who has registered, what they subscribe to, what is on offer, and what they write. */
export const PLATFORM_LISTS = [
  { route: '/customer-list', labelKey: 'menu.customers' },
  { route: '/subscribers', labelKey: 'menu.subscribers' },
  { route: '/subscription-packages', labelKey: 'menu.subscription_packages' },
  { route: '/support-messages', labelKey: 'menu.support_messages', roles: ['platform'] },
] as const;
