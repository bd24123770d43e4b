import { lazy } from 'react';
import type { Screen } from '@/app/screen';
import { EVERYONE } from './report-screen';

const AllSkills = lazy(() => import('./matrix/all-skills').then((m) => ({ default: m.AllSkillsPage })));
const Datewise = lazy(() => import('./matrix/datewise').then((m) => ({ default: m.DatewisePage })));
const Targeted = lazy(() => import('./matrix/targeted').then((m) => ({ default: m.TargetedPage })));
const SkillWise = lazy(() => import('./tables/skill-wise').then((m) => ({ default: m.SkillWisePage })));
const Quiz = lazy(() => import('./tables/quiz').then((m) => ({ default: m.QuizPage })));

export const screens: readonly Screen[] = [
  { route: '/quiz-report', roles: EVERYONE, ofOne: true, page: <Quiz /> },
  { route: '/skil-matrix-report', roles: EVERYONE, ofOne: true, page: <AllSkills /> },
  { route: '/skil-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Datewise /> },
  { route: '/targeted-matrix-report-datewise', roles: EVERYONE, ofOne: true, page: <Targeted /> },
  { route: '/skil-wise-report', roles: EVERYONE, ofOne: true, page: <SkillWise /> },
];
