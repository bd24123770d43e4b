import { multiple, single, trueFalse, type DemoQuestion } from '../demo-content';

export const FIRE: DemoQuestion[] = [
  single(
    'You discover a fire that has just begun. What comes first?',
    ['Fetch your jacket', '*Raise the alarm', 'Open the windows', 'Look for the cause'],
    'Alarm first, then save people, then fight the fire if you can do so safely.',
  ),
  single(
    'Which extinguisher must never be used on burning oil or fat?',
    ['Foam', 'Powder', '*Water', 'Wet chemical'],
    'Water turns to steam below the oil and throws it burning into the room.',
  ),
  multiple(
    'A fire needs …',
    ['*something that burns', '*oxygen', '*enough heat', 'a draught from below'],
    'Take one of the three away and the fire goes out. A draught only helps it.',
  ),
  trueFalse(
    'During an evacuation the lift is the quickest safe way out.',
    false,
    'Lifts fail, and their shafts carry smoke. Use the stairs.',
  ),
  single(
    'How do you move through a room with smoke?',
    ['Upright and fast', '*Low, close to the floor and along the wall', 'Backwards', 'Not at all, whatever happens'],
    'The air near the floor is cooler and holds less smoke; the wall leads to a door.',
  ),
  single(
    'Where do you go after leaving the building?',
    ['Home', 'To the car park gate', '*To the assembly point, and report there', 'Back in to help'],
    'Who is not counted at the assembly point is searched for inside.',
  ),
  trueFalse(
    'A fire door may be held open with a wedge while pallets are brought through.',
    false,
    'A wedged door stops nothing. Doors that must stand open have magnets that let go on alarm.',
  ),
];

export const FIRST_AID: DemoQuestion[] = [
  single(
    'At which pace are chest compressions given to an adult?',
    ['40 to 60 a minute', '80 to 90 a minute', '*100 to 120 a minute', 'As fast as possible'],
    'About two a second, 5 to 6 cm deep, with full release in between.',
  ),
  single(
    'An adult is unconscious and breathes normally. What do you do?',
    ['Begin compressions', '*Recovery position, call for help, watch the breathing', 'Give water', 'Sit them up'],
    'On their side the airway stays free. Breathing is checked until help arrives.',
  ),
  single(
    'How is a small burn treated first?',
    [
      'With butter',
      'With ice from the freezer',
      '*With cool running water for about 10 to 20 minutes',
      'With a tight bandage',
    ],
    'Cool, not icy: ice harms the skin a second time. Grease keeps the heat in.',
  ),
  multiple(
    'What belongs in an emergency call?',
    [
      '*Where it happened',
      '*What happened and how many are hurt',
      '*Waiting for questions',
      'Hanging up at once to save time',
    ],
    'The control centre ends the call, not the caller.',
  ),
  trueFalse(
    'A defibrillator (AED) may be used by somebody without training.',
    true,
    'It tells each step aloud and gives a shock only where one is needed.',
  ),
  single(
    'A wound bleeds heavily from the forearm. What helps first?',
    ['Washing it', '*Direct, firm pressure on the wound', 'Waiting until it stops', 'A plaster'],
    'Press, then a pressure bandage. A tourniquet is for bleeding that pressure does not stop.',
  ),
];

export const FIVE_S: DemoQuestion[] = [
  single(
    'In which order do the five steps stand?',
    [
      'Shine, Sort, Standardise, Set in order, Sustain',
      '*Sort, Set in order, Shine, Standardise, Sustain',
      'Sort, Shine, Set in order, Sustain, Standardise',
      'Set in order, Sort, Shine, Sustain, Standardise',
    ],
    'First what is not needed goes, then what stays gets its place.',
  ),
  single(
    'What is a red tag for?',
    ['A dangerous machine', '*An item whose need here is in doubt', 'A finished part', 'A fire exit'],
    'Tagged items move to a holding area. What nobody asks for is given away.',
  ),
  trueFalse(
    'Cleaning in "Shine" is also an inspection.',
    true,
    'Who wipes a machine finds the leak, the loose screw and the crack.',
  ),
  multiple(
    'Which help to "Set in order"?',
    ['*Shadow boards', '*Floor markings', '*Labels at the place', 'Locking everything away'],
    'Each thing has a place that anybody can see, in reach of where it is used.',
  ),
  single(
    'What keeps the result from fading?',
    [
      'A yearly clean-up',
      '*Short regular audits and a standard that everybody knows',
      'A notice from the manager',
      'More cupboards',
    ],
    'Sustain is the hardest step: habit and a look every week hold it.',
  ),
];

export const CHEMICALS: DemoQuestion[] = [
  single(
    'Where do you look up what to wear when handling a substance?',
    ['On the delivery note', '*In the safety data sheet, section 8', 'In the shift book', 'On the price list'],
    'Section 8 is exposure controls and personal protection; section 4 is first aid.',
  ),
  single(
    'What does the pictogram with a corroded hand and surface mean?',
    ['Flammable', 'Toxic', '*Corrosive', 'Dangerous for the environment'],
    'It stands for damage to skin, eyes and metals.',
  ),
  single(
    'How is an acid diluted?',
    ['Water into the acid', '*Acid into the water, slowly', 'Both at once', 'With hot water'],
    'Water poured into acid boils on its surface and throws acid into your face.',
  ),
  trueFalse(
    'A clean drinks bottle with a label written by hand may hold solvent for a shift.',
    false,
    'Never food containers: sooner or later somebody drinks from it.',
  ),
  multiple(
    'A can of thinner has leaked. What do you do?',
    [
      '*Warn others and keep sparks away',
      '*Air the room',
      '*Bind it with absorbent and dispose of that as hazardous waste',
      'Wash it into the drain',
    ],
    'Vapour finds the spark, and the drain finds the river.',
  ),
  single(
    'Splashes of lye in the eye are rinsed with water for at least …',
    ['a few seconds', '1 minute', '*10 to 15 minutes', 'until it stops hurting'],
    'Lye goes on eating after the pain stops. Rinse, call for help, bring the data sheet along.',
  ),
];

export const HYGIENE_PPE: DemoQuestion[] = [
  single(
    'How long are hands washed with soap?',
    ['5 seconds', '10 seconds', '*At least 20 seconds', '2 minutes'],
    'Palms, backs, between the fingers, thumbs and nails take 20 to 30 seconds.',
  ),
  single(
    'When is skin protection cream applied?',
    ['*Before the work, on clean skin', 'Instead of gloves', 'After the shift only', 'On dirty hands'],
    'Protection before, cleaning after, care at the end.',
  ),
  trueFalse(
    'Gloves are worn at the pillar drill so that chips do not cut.',
    false,
    'A turning spindle catches gloves and takes the hand along.',
  ),
  multiple(
    'Hearing protection …',
    [
      '*must be offered from 80 dB(A)',
      '*must be worn from 85 dB(A)',
      '*helps only when worn all the time',
      'may be taken off for short loud work',
    ],
    'Minutes without it undo hours with it.',
  ),
  single(
    'Your helmet has taken a hard blow and shows no crack. What do you do?',
    ['Go on wearing it', 'Glue a sticker on it', '*Replace it', 'Give it to a visitor'],
    'Its inner structure has taken the energy once; it cannot do so again.',
  ),
  trueFalse(
    'Who sees that a colleague’s safety shoes are worn through says so.',
    true,
    'Looking after each other is part of the work.',
  ),
];

export const DRAWINGS: DemoQuestion[] = [
  single(
    'What does a thin dash-dot line usually show?',
    ['A hidden edge', '*A centre line or axis of symmetry', 'A visible edge', 'A break'],
    'Visible edges are thick and continuous, hidden ones dashed.',
  ),
  single(
    'A drawing says Ø 25 H7. What is H7?',
    ['The surface finish', 'The hardness', '*A tolerance of the hole', 'The thread'],
    'Capital letters stand for holes, small ones for shafts; the number is the grade.',
  ),
  single(
    'At scale 1:2 an edge is drawn 40 mm long. How long is it in reality?',
    ['20 mm', '40 mm', '*80 mm', '160 mm'],
    'The drawing is half the size. The written dimension always counts, not what is measured on paper.',
  ),
  trueFalse(
    'Where a dimension is missing, measuring it on the print is good enough.',
    false,
    'Paper shrinks and copies distort: ask the design office.',
  ),
  multiple(
    'Which of these stand in the title block?',
    ['*Drawing number and revision', '*Material', '*General tolerances', 'The name of the machine operator'],
    'Compare the revision with the order before you begin.',
  ),
  single(
    'In first-angle projection (ISO, Europe) the view from above stands …',
    ['above the front view', '*below the front view', 'to the right', 'on another sheet'],
    'Each view lies on the side opposite to where one looks from.',
  ),
  single(
    'What does M8 × 1 mean?',
    [
      '8 mm long, 1 thread',
      '*A metric fine thread, 8 mm, pitch 1 mm',
      'A hole of 8 mm with 1 mm tolerance',
      'Eight screws',
    ],
    'The standard pitch of M8 is 1.25 mm; a different one is written out.',
  ),
];

export const MEASURING: DemoQuestion[] = [
  single(
    'What is checked before each series of measurements?',
    ['The battery only', '*The zero point, with clean jaws closed', 'The colour of the case', 'The part’s price'],
    'Dirt or wear at zero is in every value that follows.',
  ),
  single(
    'Which instrument suits a shaft of 25 mm with a tolerance of 0.02 mm?',
    [
      'A steel rule',
      'A vernier caliper with 0.05 mm',
      '*An outside micrometer with 0.01 mm or better',
      'A tape measure',
    ],
    'The instrument should read to a tenth of the tolerance where it can, and never coarser than the tolerance.',
  ),
  trueFalse(
    'The ratchet of a micrometer keeps the measuring force the same.',
    true,
    'Without it the result depends on the hand that turns.',
  ),
  single(
    'Parts come warm from the machine. What do you do?',
    [
      'Measure at once',
      'Cool them with compressed air',
      '*Let them reach room temperature (20 °C is the reference)',
      'Add 0.1 mm',
    ],
    '100 mm of steel grow by about 0.0115 mm for each 10 °C.',
  ),
  multiple(
    'Which of these falsify a reading?',
    ['*A tilted instrument', '*A burr on the edge', '*Reading the scale from the side', 'A clean measuring face'],
    'Tilt, burrs and parallax are the three classics.',
  ),
  single(
    'The calibration sticker is out of date. What happens to the caliper?',
    [
      'It is used until the next audit',
      '*It is not used and goes to calibration',
      'It gets a new sticker',
      'It is used for rough parts',
    ],
    'What it measured since its last check may be in doubt, too: tell quality.',
  ),
];
