/** Four customers, one per state of a paid subscription. */
import type { Language } from '../contract/languages';
import type { DemoLetter } from './demo-office.seeder';

/** First name, last name, job, language (null: the customer's). */
type SmallCustomerPerson = readonly [first: string, last: string, job: string, language: Language | null];

export interface SmallCustomer {
  organisation: string;
  /** Name of the admin, whose account cannot sign in. */
  name: string;
  user_name: string;
  domain: string;
  language: Language;
  zone: string;
  mobile_one: string;
  billing_address: string;
  package: 'Starter' | 'Professional';
  /** Length of the paid term. */
  months: number;
  /** Days since its last day; negative: in the future. */
  ended: number;
  suspended: boolean;
  people: readonly SmallCustomerPerson[];
  letters: readonly DemoLetter[];
}

/** In order of registration. */
export const SMALL_CUSTOMERS: readonly SmallCustomer[] = [
  {
    organisation: 'Al Noor Cold Stores',
    name: 'Huda Al Mansoori',
    user_name: 'office@alnoor.example',
    domain: 'alnoor.example',
    language: 'ar',
    zone: 'Asia/Dubai',
    mobile_one: '9714555018',
    billing_address: 'Warehouse 14, Al Quoz 3, Dubai',
    package: 'Professional',
    months: 12,
    ended: -120,
    suspended: true,
    people: [
      ['Yousef', 'Haddad', 'Cold store lead', null],
      ['Ravi', 'Pillai', 'Reach truck driver', 'en'],
      ['Mariam', 'Saleh', 'Dispatcher', null],
    ],
    letters: [
      {
        subject: 'Two workspaces by mistake',
        message: 'A colleague has registered us a second time. Please suspend this one until we have sorted it out.',
        answered: true,
      },
    ],
  },
  {
    organisation: 'Harrow & Finch Joinery',
    name: 'Grace Harrow',
    user_name: 'grace@harrowfinch.example',
    domain: 'harrowfinch.example',
    language: 'en',
    zone: 'Europe/London',
    mobile_one: '1134960127',
    billing_address: '6 Canal Wharf, Leeds LS11 5PS',
    package: 'Starter',
    months: 1,
    ended: 47,
    suspended: false,
    people: [
      ['Tom', 'Finch', 'Bench joiner', null],
      ['Bethan', 'Price', 'Machinist', null],
    ],
    letters: [],
  },
  {
    organisation: 'Fromagerie du Vercors',
    name: 'Claire Besson',
    user_name: 'claire@fromagerie-vercors.example',
    domain: 'fromagerie-vercors.example',
    language: 'fr',
    zone: 'Europe/Paris',
    mobile_one: '3347655014',
    billing_address: '3 chemin des Alpages, 38250 Villard-de-Lans',
    package: 'Starter',
    months: 1,
    ended: 3,
    suspended: false,
    people: [
      ['Luc', 'Chabert', 'Cheesemaker', null],
      ['Amélie', 'Roux', 'Affineur', null],
      ['Samir', 'Benali', 'Packer', 'ar'],
    ],
    letters: [
      {
        subject: 'Our transfer is on its way',
        message: 'It left our bank this morning. Please keep the workspace open until it has reached you.',
        answered: false,
      },
    ],
  },
  {
    organisation: 'Talleres Ibarra',
    name: 'Iker Ibarra',
    user_name: 'iker@talleres-ibarra.example',
    domain: 'talleres-ibarra.example',
    language: 'es',
    zone: 'Europe/Madrid',
    mobile_one: '3494455017',
    billing_address: 'Polígono Torrelarragoiti 9, 48170 Zamudio',
    package: 'Starter',
    months: 1,
    ended: -6,
    suspended: false,
    people: [
      ['Ane', 'Zubia', 'Turner', null],
      ['Jon', 'Etxeberria', 'Miller', null],
      ['Nerea', 'Sanz', 'Quality', null],
      ['Giulia', 'Conti', 'Miller', 'it'],
    ],
    letters: [
      {
        subject: 'The invoice to a second address',
        message: 'Our month ends this week. Can the next invoice also go to our accountant?',
        answered: false,
      },
    ],
  },
];
