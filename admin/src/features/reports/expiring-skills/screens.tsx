import { reportScreen } from '../report-screen';

export const screens = [
  reportScreen('/expiring-skills', () => import('@contract/expiring-skills.report').then((m) => m.expiringSkills)),
];
