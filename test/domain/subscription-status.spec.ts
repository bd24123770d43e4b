import { subscriptionStatus, trialEnd } from '../../src/modules/subscriptions/subscription-status';

const term = { trial: false, subs_expiry_date: '2026-03-31', bill_generate_before_days: 10 };
const trial = { ...term, trial: true };

describe('the state of a subscription', () => {
  it.each([
    [term, '2026-03-20', 'active'],
    [term, '2026-03-21', 'expiring'],
    [term, '2026-03-31', 'expiring'],
    [term, '2026-04-01', 'grace'],
    [term, '2026-04-07', 'grace'],
    [term, '2026-04-08', 'expired'],
    [trial, '2026-03-01', 'trial'],
    [trial, '2026-03-31', 'trial'],
    [trial, '2026-04-01', 'grace'],
    [trial, '2026-04-08', 'expired'],
  ])('%j is on %s: %s', (subscription, today, status) => {
    expect(subscriptionStatus(subscription, today)).toBe(status);
  });

  it('is suspended with its organisation, independent of the dates', () => {
    expect(subscriptionStatus(term, '2026-03-01', 'S')).toBe('suspended');
    expect(subscriptionStatus(trial, '2026-04-30', 'C')).toBe('suspended');
  });

  it('is a trial for 30 days from the local date', () => {
    expect(trialEnd('2026-03-01')).toBe('2026-03-31');
    expect(trialEnd('2024-02-01')).toBe('2024-03-02');
  });
});
