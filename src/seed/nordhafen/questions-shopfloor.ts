import { multiple, single, trueFalse, type DemoQuestion } from '../demo-content';

export const FORKLIFT: DemoQuestion[] = [
  single(
    'How far above the floor are the forks carried while driving?',
    ['Resting on the floor', '*About 15 cm', 'At knee height', 'At eye level'],
    'Low enough to keep the centre of gravity down, high enough to clear ramps and uneven floors.',
  ),
  multiple(
    'Which of these belong to the daily check before the first drive?',
    ['*Brakes and steering', '*Forks, chains and hydraulic hoses', '*Horn and lights', 'Repainting the load plate'],
    'Whatever keeps the truck controllable and visible is checked every day. The load plate must be legible, but repainting it is no driver’s job.',
  ),
  single(
    'You drive a loaded truck down a ramp. Which way do you face?',
    ['Forwards, load downhill', '*Backwards, load uphill', 'It makes no difference', 'Across the slope'],
    'The load stays on the uphill side, or the truck may tip forwards and lose its load.',
  ),
  trueFalse(
    'A colleague may stand on the forks for a moment if they hold on to the mast.',
    false,
    'People are lifted only in an approved work platform that is secured to the forks.',
  ),
  single(
    'The load blocks your view forwards. What do you do?',
    [
      'Raise the load and look below it',
      'Drive faster to get it over with',
      '*Drive in reverse and look where you are going',
      'Lean out of the cab',
    ],
    'Driving in reverse gives a free view without raising the centre of gravity.',
  ),
  single(
    'What does the load diagram on the truck tell you?',
    [
      'The weight of the truck',
      '*How much may be lifted at which load centre and height',
      'The tyre pressure',
      'The battery’s capacity',
    ],
    'The permitted load falls as the load centre moves out and as the mast goes up.',
  ),
  trueFalse(
    'If a counterbalance truck tips over, the driver stays seated, holds on and leans away from the fall.',
    true,
    'Jumping out is how drivers get crushed by the overhead guard. The belt and the seat are the safe place.',
  ),
  multiple(
    'Before leaving the truck you …',
    [
      '*lower the forks to the floor',
      '*apply the parking brake',
      '*take the key with you',
      'leave the engine running if it is only a minute',
    ],
    'A truck that is left must neither roll nor be driven off by somebody without a licence.',
  ),
];

export const WELDING: DemoQuestion[] = [
  single(
    'What is the main purpose of the shielding gas in MIG/MAG welding?',
    [
      'To cool the torch',
      '*To keep air away from the arc and the molten pool',
      'To make the arc brighter',
      'To dry the wire',
    ],
    'Oxygen and nitrogen from the air would make the weld porous and brittle.',
  ),
  single(
    'Which gas is usual for MAG welding of unalloyed steel?',
    ['Pure argon', 'Pure nitrogen', '*Argon with about 18 % CO₂', 'Oxygen'],
    'An active mix stabilises the arc on steel. Pure argon is used for aluminium (MIG).',
  ),
  multiple(
    'What do you check before the first arc of a shift?',
    [
      '*Earth clamp on clean metal',
      '*Gas flow and hose connections',
      '*Extraction in place and running',
      'That the spatter of yesterday still sticks to the nozzle',
    ],
    'Bad earth, no gas and no extraction are the three usual causes of bad welds and bad air.',
  ),
  trueFalse(
    'Ordinary safety glasses protect the eyes from the radiation of the arc.',
    false,
    'Only a welding filter of the right shade (about 10 to 13) does. Unprotected eyes get "arc eye" within seconds.',
  ),
  single(
    'A row of pores appears in the weld. What is the most likely cause?',
    [
      'Too much stick-out of the wire only',
      '*Too little or disturbed shielding gas',
      'Too thick a plate',
      'A cold workpiece in summer',
    ],
    'Draught, an empty bottle, a clogged nozzle or a leak let air reach the pool.',
  ),
  single(
    'After hot work outside the welding bay the fire watch stays for at least …',
    [
      '5 minutes',
      '*the time on the permit, usually an hour or more',
      'until the welder has left',
      'no time: it was only tack welding',
    ],
    'Embers glow unseen. The hot-work permit says how long the place is watched and how often it is looked at later.',
  ),
  multiple(
    'Which of these raise the heat input into the workpiece?',
    ['*Higher current', '*Slower travel speed', 'Faster travel speed', '*Higher arc voltage'],
    'Heat input grows with voltage and current and falls with travel speed.',
  ),
];

export const LOTO: DemoQuestion[] = [
  single(
    'Who removes your personal lock?',
    ['The team lead at the end of the shift', 'Whoever needs the machine', '*Only you', 'The electrician'],
    'One person, one lock, one key. Anything else needs the written procedure for absent owners.',
  ),
  single(
    'What comes directly after the locks and tags are on?',
    [
      'Start the work',
      '*Release stored energy and prove that the machine is dead',
      'Sign the shift book',
      'Remove the guards',
    ],
    'Locked is not yet safe: pressure, springs, raised parts and capacitors still hold energy.',
  ),
  multiple(
    'Which of these are stored energy?',
    ['*A raised press ram', '*Pressure in a hydraulic accumulator', '*A charged capacitor', 'A machine’s type plate'],
    'Gravity, pressure and charge remain after the main switch is off.',
  ),
  trueFalse(
    'The emergency stop is a sufficient way to isolate a machine for repair.',
    false,
    'It stops a control circuit. Isolation means separating the energy and locking that separation.',
  ),
  single(
    'Four people work on one machine. How many locks hang on the hasp?',
    ['One, of the team lead', 'Two', '*Four', 'None, a tag is enough'],
    'Everybody who could be hurt hangs their own lock.',
  ),
  single(
    'How do you prove that a circuit is dead?',
    [
      'Press the start button only',
      'Look at the lamp',
      '*Test the tester on a live source, measure, test the tester again',
      'Touch it with the back of the hand',
    ],
    'A dead tester shows a dead circuit too, therefore it is proved before and after.',
  ),
];

export const ELECTRICAL: DemoQuestion[] = [
  single(
    'What do you do first when a colleague is held by a live cable?',
    ['Pull them away by the arm', '*Switch off the power', 'Pour water on the cable', 'Fetch the team lead'],
    'Who touches the person becomes part of the circuit. Switch off, unplug or trip the emergency stop first.',
  ),
  single(
    'A plug has a cracked housing. What happens to the tool?',
    [
      'It gets tape',
      'It is used carefully until the weekend',
      '*It is taken out of use and tagged for repair',
      'It is used by electricians only',
    ],
    'A damaged housing exposes live parts. Tape is no insulation.',
  ),
  trueFalse(
    'A residual-current device (RCD) trips when current takes a way other than the return conductor.',
    true,
    'It compares what goes in with what comes back and trips on a difference of some milliamperes.',
  ),
  multiple(
    'Which of these may somebody without electrical training do?',
    [
      '*Press the test button of an RCD',
      '*Look at a cable before using it',
      'Open a switch cabinet to look for the fault',
      '*Report a fault',
    ],
    'Looking, testing with the button and reporting are everyone’s work. Opening is a skilled person’s.',
  ),
  single(
    'Which extinguisher is right for a burning switch cabinet?',
    ['Water', 'Foam', '*Carbon dioxide (CO₂)', 'A wet blanket'],
    'CO₂ does not conduct and leaves no residue. Keep the distance that is printed on it.',
  ),
  trueFalse(
    'After an electric shock it is enough to rest if one feels well.',
    false,
    'The heart may lose its rhythm hours later: always have it checked by a doctor.',
  ),
];

export const LIFTING: DemoQuestion[] = [
  single(
    'A sling has no legible label. What do you do with it?',
    ['Use it for light loads', '*Take it out of use', 'Compare it with a similar one', 'Write a label yourself'],
    'Without its label nobody knows what it may carry.',
  ),
  single(
    'What happens to the force in each leg of a two-leg sling when the angle between the legs grows?',
    ['It falls', 'It stays the same', '*It grows', 'It becomes zero'],
    'At 120° between the legs each carries as much as the whole load. Beyond that lifting is forbidden.',
  ),
  multiple(
    'Which damage takes a textile sling out of use?',
    ['*A cut in the edge', '*Melted or hardened spots', '*A broken seam', 'Dust'],
    'Cuts, heat and open seams take strength away at once. Dust is brushed off.',
  ),
  trueFalse(
    'Nobody stands or walks below a suspended load, however short the way.',
    true,
    'There is no safe moment below a load.',
  ),
  single(
    'Sharp edges of the load are …',
    ['no problem for polyester', '*covered with edge protectors', 'greased', 'put upwards'],
    'An edge cuts a loaded textile sling like a knife.',
  ),
  single(
    'Who gives signals to the crane operator?',
    [
      'Everyone who sees something',
      'The heaviest colleague',
      '*One named signaller; the stop signal may come from anybody',
      'The operator decides alone',
    ],
    'One voice for the lift, any voice for the stop.',
  ),
  single(
    'What is done right after the load has left the floor?',
    [
      'Lift on quickly',
      '*Stop a few centimetres up and check balance and slings',
      'Swing it to the goal',
      'Remove the edge protectors',
    ],
    'A load that tilts shows it now, while it can still be set down.',
  ),
];

export const GRINDER: DemoQuestion[] = [
  single(
    'Before fitting a disc you compare …',
    [
      'its colour with the machine',
      '*its permitted speed with the speed of the machine',
      'its price',
      'its thickness with the last one',
    ],
    'A disc that turns faster than permitted may burst.',
  ),
  trueFalse('A cutting disc may also be used for grinding with its side.', false, 'Its side takes no load: it breaks.'),
  multiple(
    'What do you wear?',
    ['*Face shield or goggles', '*Hearing protection', '*Close-fitting clothes', 'Woollen gloves with long cuffs'],
    'Loose fibres are caught by the disc.',
  ),
  single(
    'Where do the sparks go?',
    ['Towards the door', '*To where nothing can burn and nobody stands', 'Towards the extinguisher', 'Upwards'],
    'Sparks set fire to rags and dust metres away.',
  ),
  trueFalse('The guard may come off where it is in the way.', false, 'It stands between you and a bursting disc.'),
];
