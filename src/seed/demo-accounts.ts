/** The password is public, so seeding is off in production. README and journey tests use this list. */
export const DEMO_PASSWORD = 'cranes-over-the-harbour';

export interface DemoAccount {
  user_name: string;
  password: string;
  role: 'platform' | 'admin' | 'user';
  /** null: platform staff. */
  organisation: string | null;
  /** null: not linked to a staff member. */
  staff_code: string | null;
  name: string;
  /** Description of what the account can see. */
  shows: string;
}

export const NORDHAFEN = 'Nordhafen Works';
const BLUEFIN = 'Bluefin Foods';

const account = (details: Omit<DemoAccount, 'password'>): DemoAccount => ({ ...details, password: DEMO_PASSWORD });

export const DEMO_ACCOUNTS = {
  platform: account({
    user_name: 'platform@skilgrid.example',
    role: 'platform',
    organisation: null,
    staff_code: null,
    name: 'Nora Feldt',
    shows: 'Platform staff: all customers, subscribers and packages',
  }),
  admin: account({
    user_name: 'admin@nordhafen.example',
    role: 'admin',
    organisation: NORDHAFEN,
    staff_code: null,
    name: 'Katrin Albers',
    shows: 'Admin of a plant with 60 staff, 25 skills, 18 trainings and two years of history',
  }),
  manager: account({
    user_name: 'antje.behrens@nordhafen.example',
    role: 'user',
    organisation: NORDHAFEN,
    staff_code: 'N-1004',
    name: 'Antje Behrens',
    shows: 'Manager (warehouse lead): the team’s dues, levels, and evidence that waits for her sign-off',
  }),
  welder: account({
    user_name: 'mara.lindt@nordhafen.example',
    role: 'user',
    organisation: NORDHAFEN,
    staff_code: 'N-1024',
    name: 'Mara Lindt',
    shows: 'Learner (welder): a video with its quiz to do, another quiz begun',
  }),
  driver: account({
    user_name: 'jonas.petersen@nordhafen.example',
    role: 'user',
    organisation: NORDHAFEN,
    staff_code: 'N-1041',
    name: 'Jonas Petersen',
    shows: 'Learner (forklift driver): half-way through a video, a quiz begun, one failed',
  }),
  second: account({
    user_name: 'admin@bluefin.example',
    role: 'admin',
    organisation: BLUEFIN,
    staff_code: null,
    name: 'Tomas Reyes',
    shows: 'Admin of a second, small organisation on trial',
  }),
} as const satisfies Record<string, DemoAccount>;
