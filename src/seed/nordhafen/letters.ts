import type { DemoKey, DemoLetter } from '../demo-office.seeder';

export const SUPPORT_LETTERS: readonly DemoLetter[] = [
  {
    subject: 'Does a trainee take a place of our plan?',
    message: 'Two of them began with us and will change departments. Are they counted once or twice?',
    answered: true,
  },
  {
    subject: 'A second site from next year',
    message: 'About forty more people would join this workspace. What would the larger package cost us?',
    answered: false,
  },
];

export const API_KEYS: readonly DemoKey[] = [
  { name: 'Board reports', scopes: ['reports:read', 'staff:read', 'skills:read'], revoked: false },
  { name: 'Old shift planner', scopes: ['staff:read'], revoked: true },
];
