import { multiple, single, trueFalse, type DemoCategory, type DemoSkill, type DemoTraining } from './demo-content';

export const BLUEFIN_SKILLS: readonly DemoSkill[] = [
  {
    code: 'HYG',
    name: 'Food hygiene',
    group: 'Food safety',
    min_level: 2,
    headcount: 8,
    months: 12,
    critical: true,
    description: 'Clean hands, clean tools, cold chain.',
  },
  {
    code: 'ALLERG',
    name: 'Allergens',
    group: 'Food safety',
    min_level: 2,
    headcount: 3,
    months: 24,
    description: 'Knows, separates and labels the fourteen.',
  },
  {
    code: 'FILLET',
    name: 'Filleting by hand',
    group: 'Production',
    min_level: 3,
    headcount: 3,
    description: 'Round fish and flatfish, yield above 48 %.',
  },
  {
    code: 'SMOKE',
    name: 'Running the smoke oven',
    group: 'Production',
    min_level: 3,
    headcount: 2,
    description: 'Programs, core temperature, records.',
  },
];

export const BLUEFIN_CATEGORIES: readonly DemoCategory[] = [
  { code: 'FOOD', name: 'Food safety', color: '#0f6e84', description: 'What the inspector asks first.' },
];

export const BLUEFIN_TRAININGS: readonly DemoTraining[] = [
  {
    code: 'HYG-101',
    title: 'Food hygiene',
    category: 'FOOD',
    type: 'document',
    page: 'food-hygiene',
    description: 'Renewed every year, before the season.',
    minutes: 5,
    bands: [{ skill: 'HYG', level: 2 }],
    due_days: 14,
    status: 'published',
    quiz: {
      title: 'Food hygiene',
      questions: [
        single(
          'At which temperature is fresh fish kept?',
          ['Below −18 °C', '*Close to melting ice, 0 to 2 °C', '7 °C', '10 °C'],
          'Fresh fish lies in melting ice. Each degree more costs a day.',
        ),
        multiple(
          'When are hands washed?',
          ['*After the toilet', '*After handling waste', '*Before touching ready food', 'Only at the end of the shift'],
          'Whenever something may have come onto them, and before whatever will not be heated any more.',
        ),
        trueFalse(
          'With diarrhoea one may work as long as gloves are worn.',
          false,
          'Report it and stay away from food until 48 hours after it has stopped.',
        ),
        single(
          'Raw and smoked fish lie in one cold store. Where is the raw one?',
          ['Above', '*Below, covered and apart', 'In between', 'It makes no difference'],
          'What drips from raw fish must not reach food that is eaten as it is.',
        ),
        trueFalse('A blue plaster is blue so that it is found when it falls off.', true, 'No food is blue.'),
      ],
    },
  },
  {
    code: 'ALL-101',
    title: 'Allergens on the line',
    category: 'FOOD',
    type: 'document',
    description: 'Draft: waits for the new label list.',
    minutes: 30,
    bands: [{ skill: 'ALLERG', level: 2 }],
    status: 'draft',
  },
];

/** Code, first name, last name, job role, days since joining. */
export const BLUEFIN_PEOPLE = [
  ['B-01', 'Inês', 'Duarte', 'Shift lead', 1400],
  ['B-02', 'Callum', 'Reid', 'Filleter', 1130],
  ['B-03', 'Aoife', 'Byrne', 'Filleter', 820],
  ['B-04', 'Sofia', 'Pinto', 'Filleter', 300],
  ['B-05', 'Mateus', 'Rocha', 'Smoker', 990],
  ['B-06', 'Lina', 'Haddad', 'Packer', 510],
  ['B-07', 'Owen', 'Price', 'Packer', 205],
  ['B-08', 'Nadia', 'Petrova', 'Packer', 16],
] as const;

export const BLUEFIN_TARGETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Shift lead': { HYG: 2, ALLERG: 3 },
  Filleter: { HYG: 2, FILLET: 3 },
  Smoker: { HYG: 2, SMOKE: 3 },
  Packer: { HYG: 2, ALLERG: 2 },
};

/** Staff code, skill, level, days ago. */
export const BLUEFIN_EVIDENCE = [
  ['B-01', 'ALLERG', 3, 190],
  ['B-02', 'FILLET', 4, 700],
  ['B-03', 'FILLET', 3, 400],
  ['B-04', 'FILLET', 2, 120],
  ['B-05', 'SMOKE', 3, 510],
  ['B-06', 'ALLERG', 2, 705],
] as const;
