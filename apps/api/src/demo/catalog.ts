/** The catalog of the demo marketplace: categories with creator bios, packages and questions. Prices are in cents. */
import type { Question } from '@marquee/validation';

interface SeedPackage {
  name: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  features: string[];
  /** True if the brand has to ship a product. */
  needsProduct?: true;
}

export interface SeedCategory {
  name: string;
  bios: string[];
  packages: SeedPackage[];
  questions: Omit<Question, 'id'>[];
}

const createSeedPackage = (
  name: string,
  priceCents: number,
  deliveryDays: number,
  description: string,
  ...features: string[]
): SeedPackage => ({
  name,
  description,
  priceCents,
  deliveryDays,
  features,
});

const withProduct = (offer: SeedPackage): SeedPackage => ({ ...offer, needsProduct: true });

/** Creates a question without an id. The id is assigned when the question is saved. */
export const createQuestion = (
  question: string,
  type: Question['type'],
  required: boolean,
  more: { placeholder?: string; options?: string[] } = {},
) => ({
  question,
  type,
  required,
  ...more,
});

const POST_DATE_QUESTION = createQuestion('When should it go live?', 'date', false);
const USAGE_QUESTION = createQuestion('Where will you use the content?', 'select', true, {
  options: ['Our own social channels', 'Paid ads', 'Website and shop', 'All of these'],
});
const SHIPPING_QUESTION = createQuestion('Can you send the product before the shoot?', 'boolean', true);

export const SEED_CATEGORIES: SeedCategory[] = [
  {
    name: 'Fashion',
    bios: [
      'I style everyday outfits for women who work, walk and travel in the same shoes. Natural light, honest fit notes, no filters on fabric.',
      'Menswear from thrift to tailored. I film try-ons on three body types so your customers see the real drape.',
      'Slow fashion and capsule wardrobes. My audience buys fewer pieces and asks about every seam.',
    ],
    packages: [
      createSeedPackage(
        'Outfit Reel with three looks',
        32_000,
        6,
        'A 30-second Reel that styles your piece three ways, filmed outdoors, with a pinned comment that links to your shop.',
        '1 Reel, 30 seconds',
        'Three complete looks',
        'Fit and fabric notes in the caption',
        'Link in bio for 7 days',
      ),
      withProduct(
        createSeedPackage(
          'Try-on haul',
          54_000,
          9,
          'Up to eight pieces tried on, sized and compared in one video. I say what runs small.',
          'Up to 8 pieces',
          '60 to 90 seconds',
          'Sizing notes on screen',
          'Two rounds of edits',
        ),
      ),
      createSeedPackage(
        'Lookbook photo set',
        41_500,
        8,
        'Twelve edited stills for your shop and feed, shot on location with one wardrobe change.',
        '12 edited photos',
        'Web and print sizes',
        'Usage rights for 12 months',
      ),
    ],
    questions: [
      createQuestion('Which pieces should be shown?', 'textarea', true, { placeholder: 'Names or links' }),
      createQuestion('Which sizes can you send?', 'text', true),
      USAGE_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Beauty',
    bios: [
      'Licensed esthetician. I test skincare for four weeks before I talk about it, on sensitive skin, with before and after in the same light.',
      'Bold colour, clean technique. Tutorials that people actually finish, with every shade named on screen.',
      'Fragrance and self-care for people who read ingredient lists.',
    ],
    packages: [
      createSeedPackage(
        'Get-ready-with-me video',
        28_000,
        5,
        'Your product in a real morning routine, start to finish, with texture close-ups and a spoken first impression.',
        '45 to 60 seconds',
        'Texture close-up',
        'Spoken review',
        'Raw footage included',
      ),
      createSeedPackage(
        'Four-week skincare test',
        72_000,
        30,
        'A diary of four weeks with weekly photos in the same light, and one honest summary video at the end.',
        'Weekly photo diary',
        'Summary video',
        'Ingredients explained',
        'Link in bio for 30 days',
      ),
      createSeedPackage(
        'Shade swatch carousel',
        18_500,
        4,
        'Every shade on two skin tones, in daylight and indoors, as a ten-image carousel.',
        '10 images',
        'Two skin tones',
        'Daylight and indoor light',
      ),
    ],
    questions: [
      createQuestion('Which product and which claims may I mention?', 'textarea', true),
      createQuestion('Any ingredients to highlight?', 'text', false),
      SHIPPING_QUESTION,
      USAGE_QUESTION,
    ],
  },
  {
    name: 'Fitness',
    bios: [
      'Strength coach for people who sit all day. Short workouts, correct form, no shouting.',
      'Marathon runner and physiotherapist. I explain what a shoe does to your stride and show it in slow motion.',
      'Yoga and mobility from a very small flat. If it works here, it works anywhere.',
    ],
    packages: [
      createSeedPackage(
        'Workout integration',
        36_000,
        6,
        'Your product used through a complete 20-minute session, cut to a one-minute Reel with form cues on screen.',
        '1 Reel, 60 seconds',
        'Form cues on screen',
        'Story with link',
      ),
      createSeedPackage(
        '30-day training diary',
        95_000,
        32,
        'Thirty days with your gear or supplement: eight check-ins and a closing video with numbers.',
        '8 Story check-ins',
        'Closing video',
        'Measured results',
        'Category exclusivity for 30 days',
      ),
      createSeedPackage(
        'Home gym demo',
        24_000,
        5,
        'A clear product demo in a small space: setup, three exercises, how it stores away.',
        '45 seconds',
        'Setup shown in full',
        'Three exercises',
      ),
    ],
    questions: [
      createQuestion('What should people do after watching?', 'text', true, {
        placeholder: 'Visit the shop, use a code …',
      }),
      createQuestion('Is there a discount code?', 'text', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Food',
    bios: [
      'Weeknight dinners in 25 minutes, filmed from above, with a shopping list in every caption.',
      'Pastry chef turned food writer. I develop recipes that survive a home oven.',
      'Plant-based cooking for meat eaters. My comments are full of people who did not miss anything.',
    ],
    packages: [
      createSeedPackage(
        'Recipe Reel',
        30_000,
        6,
        'An original recipe built around your product, tested twice, filmed top-down and cut to 40 seconds.',
        'Original recipe',
        '1 Reel, 40 seconds',
        'Recipe card as image',
        'Shopping list in the caption',
      ),
      createSeedPackage(
        'Recipe development',
        65_000,
        14,
        'Three tested recipes with photographs for your site or packaging, written to your house style.',
        '3 tested recipes',
        '9 edited photos',
        'Unlimited web use',
      ),
      createSeedPackage(
        'Kitchen shelf Story set',
        12_000,
        3,
        'Five Stories that put your product in a normal evening, with a poll and a link.',
        '5 Stories',
        'Poll sticker',
        'Link sticker',
      ),
    ],
    questions: [
      createQuestion('Which product is it about?', 'text', true),
      createQuestion('Dietary limits for the recipe?', 'multiple_choice', true, {
        options: ['None', 'Vegetarian', 'Vegan', 'Gluten-free'],
      }),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Travel',
    bios: [
      'Two people, one small camper and a drone licence. We film slow roads in Europe and say what it cost.',
      'City breaks with children under six. I test whether the museum café has a high chair.',
      'Solo travel for women over forty. Trains first, hotels with character, no bucket lists.',
    ],
    packages: [
      createSeedPackage(
        'Hotel stay review',
        68_000,
        12,
        'Two nights, one honest three-minute review and ten photos: room, breakfast, noise at night, who it is for.',
        '3-minute video',
        '10 edited photos',
        'Map pin in Stories',
        'Usage rights for 12 months',
      ),
      createSeedPackage(
        'Destination day in 60 seconds',
        42_000,
        8,
        'A full day at your place cut to a minute, with prices on screen and a saved route.',
        '60-second Reel',
        'Prices on screen',
        'Saved route for followers',
      ),
      createSeedPackage(
        'Drone and detail photo set',
        51_000,
        10,
        'Fifteen stills, five from the air, delivered in full resolution for your site and press kit.',
        '15 stills, 5 aerial',
        'Full resolution',
        'Licence included',
      ),
    ],
    questions: [
      createQuestion('Where is it, and which dates work?', 'textarea', true),
      createQuestion('How many nights can you offer?', 'number', true),
      createQuestion('What makes it different?', 'textarea', false),
      USAGE_QUESTION,
    ],
  },
  {
    name: 'Technology',
    bios: [
      'Former QA engineer. I break gadgets on purpose and explain why they broke.',
      'Desk setups, audio and the software that glues them together. Measured, not guessed.',
      'I teach people over sixty to use the phone they already own. Patient voice, big text.',
    ],
    packages: [
      createSeedPackage(
        'Hands-on review',
        88_000,
        14,
        'Two weeks with your device and a six-minute video: what it does well, what it does not, and who should buy it.',
        '6-minute video',
        'Battery and noise measured',
        'Chapters and links',
        'One round of fact checks',
      ),
      createSeedPackage(
        'App walkthrough',
        39_000,
        6,
        'A clear screen recording with voice-over that takes a new user from install to first success.',
        '90 seconds',
        'Voice-over and captions',
        'Source files included',
      ),
      createSeedPackage(
        'Desk setup feature',
        46_000,
        7,
        'Your product in a finished setup video with close-ups, cable routing and a parts list.',
        '1 Reel, 45 seconds',
        'Parts list',
        'Three stills',
      ),
    ],
    questions: [
      createQuestion('Which product, and where can I read its specifications?', 'text', true, {
        placeholder: 'https://',
      }),
      createQuestion('Is there an embargo date?', 'date', false),
      createQuestion('May I keep the device?', 'boolean', true),
      createQuestion('Three things it must show', 'textarea', true),
    ],
  },
  {
    name: 'Gaming',
    bios: [
      'Cosy games, co-op evenings and a chat that remembers birthdays. I stream four nights a week.',
      'Speedruns explained so your aunt understands them.',
      'Indie game scout. I play one unknown game to the end every week.',
    ],
    packages: [
      createSeedPackage(
        'Two-hour sponsored stream',
        75_000,
        10,
        'Two hours of your game live with a spoken introduction, a pinned link and a highlight clip afterwards.',
        '2 hours live',
        'Pinned link',
        '60-second highlight clip',
        'Chat moderation',
      ),
      createSeedPackage(
        'First impressions video',
        44_000,
        7,
        'An edited ten-minute first look with honest likes and dislikes and a clear call to the store page.',
        '10-minute video',
        'Store link first',
        'Captions',
      ),
      createSeedPackage(
        'Launch day short',
        21_000,
        4,
        'A fast, funny vertical clip for launch day, made from your build.',
        '35 seconds',
        'Vertical',
        'Two caption options',
      ),
    ],
    questions: [
      createQuestion('Game and platform', 'text', true),
      createQuestion('Do you provide keys for the chat?', 'boolean', true),
      createQuestion('How many?', 'number', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Parenting',
    bios: [
      'Mum of twins, paediatric nurse on weekends. I recommend what survives both of them.',
      'Stay-at-home dad. Honest reviews of prams, snacks and screen time.',
    ],
    packages: [
      createSeedPackage(
        'Real-life product test',
        33_000,
        8,
        'A week with your product in a house with children, then one video that says what held up.',
        '60-second Reel',
        'One week of use',
        'Children are not shown by face',
      ),
      createSeedPackage(
        'Sunday routine feature',
        27_500,
        6,
        'Your product in our Sunday, told in Stories and one short Reel.',
        '6 Stories',
        '1 Reel, 30 seconds',
        'Link for 7 days',
      ),
    ],
    questions: [
      createQuestion('For which age is it?', 'select', true, {
        options: ['0 to 1', '1 to 3', '3 to 6', '6 and older'],
      }),
      createQuestion('Safety certificates', 'text', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Home & Interior',
    bios: [
      'Renter-friendly interiors. Everything I put on a wall comes off again.',
      'I restore one old house, slowly, and film the boring parts too.',
      'Small-space storage and calm colours. My followers measure before they buy.',
    ],
    packages: [
      createSeedPackage(
        'Room makeover feature',
        79_000,
        15,
        'Your product as part of a complete room makeover: before, build, after, with a list of sources.',
        '90-second Reel',
        'Before and after stills',
        'Source list',
        'Pinned for 30 days',
      ),
      createSeedPackage(
        'Styled photo set',
        35_000,
        7,
        'Ten styled stills in a lived-in home, in daylight, cropped for feed and shop.',
        '10 edited photos',
        'Two crops each',
        'Usage rights for 12 months',
      ),
      createSeedPackage(
        'Assembly in 60 seconds',
        22_500,
        5,
        'Unboxing to finished, with every tool shown and the time it really took.',
        '60 seconds',
        'Real build time',
        'Tool list',
      ),
    ],
    questions: [
      createQuestion('Product and colour', 'text', true),
      createQuestion('Which room suits it?', 'multiple_choice', true, {
        options: ['Living room', 'Bedroom', 'Kitchen', 'Bathroom', 'Outdoors'],
      }),
      SHIPPING_QUESTION,
      USAGE_QUESTION,
    ],
  },
  {
    name: 'Music',
    bios: [
      'Session guitarist. I play your pedal, plugin or track the way people will really use it.',
      'Piano covers and quiet mornings. Half a million plays a month, mostly before nine.',
    ],
    packages: [
      createSeedPackage(
        'Gear demo',
        38_000,
        7,
        'Three tones, no talking over the music, and settings on screen.',
        '2-minute video',
        'Settings on screen',
        'Lossless audio file',
      ),
      createSeedPackage(
        'Song placement',
        26_000,
        5,
        'Your track under a well-made performance video, credited in the first line.',
        '1 Reel, 45 seconds',
        'Credit in first line',
        'Link in bio for 7 days',
      ),
    ],
    questions: [
      createQuestion('Track or product', 'text', true),
      createQuestion('Who owns the rights?', 'text', true),
      createQuestion('Anything I should not play it with?', 'textarea', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Personal Finance',
    bios: [
      'Certified planner. I explain money without charts that go up and to the right.',
      'Budgeting for freelancers with uneven income. Spreadsheets are free, advice is careful.',
    ],
    packages: [
      createSeedPackage(
        'Explainer with your tool',
        92_000,
        12,
        'A four-minute explainer of one money problem, solved with your product, reviewed for accuracy before it goes out.',
        '4-minute video',
        'Fact-checked script',
        'Risk notice included',
        'Newsletter mention',
      ),
      createSeedPackage(
        'Newsletter feature',
        48_000,
        6,
        'A written feature of 300 words with a clear disclosure, to readers who open and click.',
        '300 words',
        'One link',
        'Clear disclosure',
      ),
    ],
    questions: [
      createQuestion('Product and who regulates it', 'text', true),
      createQuestion('Required legal wording', 'textarea', true),
      createQuestion('Target reader', 'text', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Education',
    bios: [
      'Physics teacher. Experiments with kitchen equipment, safety goggles on.',
      'Language learning in two minutes a day: Spanish, Portuguese and the mistakes I still make.',
    ],
    packages: [
      createSeedPackage(
        'Lesson with your product',
        34_000,
        7,
        'A short lesson that needs your product to work, with a worksheet for teachers.',
        '90-second video',
        'Printable worksheet',
        'Captions in two languages',
      ),
      createSeedPackage(
        'Course review',
        57_000,
        20,
        'I take your course to the end and say what I could do afterwards that I could not before.',
        '5-minute video',
        'Progress diary',
        'Honest conclusion',
      ),
    ],
    questions: [
      createQuestion('What should people have learned?', 'textarea', true),
      createQuestion('Age of the audience', 'select', true, {
        options: ['Primary school', 'Secondary school', 'Adults'],
      }),
      createQuestion('Access for how long?', 'text', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Pets',
    bios: [
      'One rescue greyhound with opinions about beds. Everything is tested by the dog first.',
      'Veterinary assistant and cat person. I read labels so you do not have to.',
    ],
    packages: [
      createSeedPackage(
        'Tested by the dog',
        25_000,
        6,
        'A week with your product and a short film of what the dog really did with it.',
        '45-second Reel',
        'One week of use',
        '5 edited photos',
      ),
      createSeedPackage(
        'Vet-checked explainer',
        43_000,
        9,
        'What your product does and for which animal it is not, in plain words.',
        '2-minute video',
        'Reviewed by a vet',
        'Sources listed',
      ),
    ],
    questions: [
      createQuestion('Product and animal it is for', 'text', true),
      createQuestion('Known allergies or limits', 'textarea', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Outdoors',
    bios: [
      'Mountain guide in the Alps. Gear gets wet, cold and dropped before it gets a sentence from me.',
      'Bikepacking on dirt roads, one repair video per flat tyre.',
      'Wild swimming through the year. Yes, also in January.',
    ],
    packages: [
      createSeedPackage(
        'Field test in bad weather',
        61_000,
        14,
        'Three days outside with your gear in the weather it is made for, and a video that shows where water got in, or did not.',
        '3-minute video',
        '8 field photos',
        'Weather and distance logged',
      ),
      createSeedPackage(
        'Trail day Reel',
        29_000,
        6,
        'Your product on a day tour with route, packing list and one clear reason to own it.',
        '45-second Reel',
        'Route file',
        'Packing list',
      ),
      createSeedPackage(
        'Packing list carousel',
        15_500,
        4,
        'A carousel of what I carry, with your product explained in one slide.',
        '8 slides',
        'Weights listed',
        'Link in bio for 7 days',
      ),
    ],
    questions: [
      createQuestion('Product and what it must withstand', 'textarea', true),
      createQuestion('Season it is made for', 'multiple_choice', true, {
        options: ['Spring', 'Summer', 'Autumn', 'Winter', 'All year'],
      }),
      SHIPPING_QUESTION,
      USAGE_QUESTION,
    ],
  },
];

/** Brands of the demo marketplace, with their contacts and projects. */
export const SEED_BRANDS = [
  {
    company: 'Northwind Outdoor',
    contact: 'Nora Field',
    project:
      'We launch a light rain jacket in spring. Show it on a wet day outside, worn by someone who really walks in it.',
  },
  {
    company: 'Oat & Ember',
    contact: 'Julius Bauer',
    project: 'Granola without added sugar, three flavours. We want a weekday breakfast, not a hotel buffet.',
  },
  {
    company: 'Lumen Skin',
    contact: 'Priya Raman',
    project: 'A vitamin C serum for sensitive skin. Please talk about texture and how it behaves under sunscreen.',
  },
  {
    company: 'Halden Audio',
    contact: 'Erik Halden',
    project: 'Open-back headphones for people who work at home. Honest words about leakage are welcome.',
  },
  {
    company: 'Pinecrest Cabins',
    contact: 'Ada Whitfield',
    project:
      'Four cabins by a lake, open all year. We look for couples and small families who come in the quiet months.',
  },
  {
    company: 'Brightpath Learning',
    contact: 'Marta Soto',
    project: 'A phonics app for first graders. Teachers should see that it follows the curriculum.',
  },
  {
    company: 'Fern & Fold',
    contact: 'Camille Durand',
    project: 'Linen bedding in six colours. Calm pictures in daylight, no staged breakfast trays.',
  },
  {
    company: 'Kestrel Bikes',
    contact: 'Tom Okafor',
    project: 'A gravel bike for long days. Show the mounts, the ride and the dirt.',
  },
  {
    company: 'Pawsmith',
    contact: 'Lena Vogel',
    project: 'Washable dog beds with replaceable covers. A dog that really sleeps in it is all we ask.',
  },
  {
    company: 'Tally Books',
    contact: 'Samuel Ng',
    project: 'Bookkeeping for freelancers. Explain the first invoice in under a minute.',
  },
  {
    company: 'Moonpool Games',
    contact: 'Ines Ferreira',
    project: 'A quiet puzzle game about lighthouses. Launch in six weeks on two platforms.',
  },
  {
    company: 'Saffron Lane',
    contact: 'Yasmin Haddad',
    project: 'Spice kits for weeknight cooking. We would love one recipe that becomes a habit.',
  },
];
