/** Who has registered, what they subscribe to, and what is on offer. */
export const PLATFORM_LISTS = [
  { route: '/customer-list', labelKey: 'menu.customers' },
  { route: '/subscribers', labelKey: 'menu.subscribers' },
  { route: '/subscription-packages', labelKey: 'menu.subscription_packages' },
] as const;
