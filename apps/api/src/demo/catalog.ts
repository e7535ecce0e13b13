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
  options: ['Our own social channels', 'Paid ads', 'Website and online store', 'All of these'],
});
const SHIPPING_QUESTION = createQuestion('Can you ship the product before the shoot?', 'boolean', true);

export const SEED_CATEGORIES: SeedCategory[] = [
  {
    name: 'Fashion',
    bios: [
      'I style everyday outfits for women who work, walk and travel in the same shoes. Natural light, honest fit notes, no filters.',
      'Menswear from thrift to tailored. I film try-ons on three body types so your customers see the real drape.',
      'Slow fashion and capsule wardrobes. My audience buys fewer pieces and asks about every seam.',
    ],
    packages: [
      createSeedPackage(
        'Outfit Reel with three looks',
        32_000,
        6,
        'A 30-second Reel that styles your piece three ways, filmed outdoors, with a pinned comment that links to your store.',
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
          'I try on up to eight pieces in one video, compare the sizing and point out what runs small.',
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
        'Twelve edited photos for your store and feed, shot on location with one outfit change.',
        '12 edited photos',
        'Web and print sizes',
        'Usage rights for 12 months',
      ),
    ],
    questions: [
      createQuestion('Which pieces should I feature?', 'textarea', true, { placeholder: 'Names or links' }),
      createQuestion('Which sizes can you send?', 'text', true),
      USAGE_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Beauty',
    bios: [
      'Licensed esthetician. I test skincare on sensitive skin for four weeks before I talk about it, with before-and-after shots in the same light.',
      'Bold color, clean technique. Tutorials people actually finish, with every shade listed on screen.',
      'Fragrance and self-care for people who read ingredient lists.',
    ],
    packages: [
      createSeedPackage(
        'Get-ready-with-me video',
        28_000,
        5,
        'Your product in a real morning routine from start to finish, with texture close-ups and my first impressions.',
        '45 to 60 seconds',
        'Texture close-up',
        'Spoken review',
        'Raw footage included',
      ),
      createSeedPackage(
        'Four-week skincare test',
        72_000,
        30,
        'A four-week diary with weekly photos in the same light and one honest summary video at the end.',
        'Weekly photo diary',
        'Summary video',
        'Ingredients explained',
        'Link in bio for 30 days',
      ),
      createSeedPackage(
        'Shade swatch carousel',
        18_500,
        4,
        'Every shade on two skin tones, in daylight and indoors, in a ten-image carousel.',
        '10 images',
        'Two skin tones',
        'Daylight and indoor light',
      ),
    ],
    questions: [
      createQuestion('Which product is it, and which claims can I make?', 'textarea', true),
      createQuestion('Any ingredients to highlight?', 'text', false),
      SHIPPING_QUESTION,
      USAGE_QUESTION,
    ],
  },
  {
    name: 'Fitness',
    bios: [
      'Strength coach for people who sit all day. Short workouts, correct form, no shouting.',
      'Marathon runner and physical therapist. I explain what a shoe does to your stride and show it in slow motion.',
      'Yoga and mobility from a tiny apartment. If it works here, it works anywhere.',
    ],
    packages: [
      createSeedPackage(
        'Workout integration',
        36_000,
        6,
        'I use your product in a full 20-minute workout and cut it into a one-minute Reel with form cues on screen.',
        '1 Reel, 60 seconds',
        'Form cues on screen',
        'Story with link',
      ),
      createSeedPackage(
        '30-day training diary',
        95_000,
        32,
        'Thirty days with your gear or supplement: eight check-ins and a closing video with measured results.',
        '8 Story check-ins',
        'Closing video',
        'Measured results',
        'Category exclusivity for 30 days',
      ),
      createSeedPackage(
        'Home gym demo',
        24_000,
        5,
        'A clear product demo in a small space: setup, three exercises and storage.',
        '45 seconds',
        'Setup shown in full',
        'Three exercises',
      ),
    ],
    questions: [
      createQuestion('What should viewers do next?', 'text', true, {
        placeholder: 'Visit your store, use a code …',
      }),
      createQuestion('Is there a discount code?', 'text', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Food',
    bios: [
      '25-minute weeknight dinners, filmed from above, with a shopping list in every caption.',
      'Pastry chef turned food writer. I develop recipes that work in a home oven.',
      'Plant-based cooking for meat eaters. My comments are full of people who did not miss the meat.',
    ],
    packages: [
      createSeedPackage(
        'Recipe Reel',
        30_000,
        6,
        'An original recipe built around your product, tested twice, filmed from above and cut to 40 seconds.',
        'Original recipe',
        '1 Reel, 40 seconds',
        'Recipe card image',
        'Shopping list in the caption',
      ),
      createSeedPackage(
        'Recipe development',
        65_000,
        14,
        'Three tested recipes with photos for your website or packaging, written to match your style guide.',
        '3 tested recipes',
        '9 edited photos',
        'Unlimited web use',
      ),
      createSeedPackage(
        'Kitchen shelf Story set',
        12_000,
        3,
        'Five Stories that show your product on a regular weeknight, with a poll and a link.',
        '5 Stories',
        'Poll sticker',
        'Link sticker',
      ),
    ],
    questions: [
      createQuestion('Which product should I feature?', 'text', true),
      createQuestion('Any dietary restrictions?', 'multiple_choice', true, {
        options: ['None', 'Vegetarian', 'Vegan', 'Gluten-free'],
      }),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Travel',
    bios: [
      'Two people, one small camper and a drone license. We film back roads in Europe and share what every trip cost.',
      'City trips with kids under six. I check whether the museum café has a high chair.',
      'Solo travel for women over forty. Trains first, hotels with character, no bucket lists.',
    ],
    packages: [
      createSeedPackage(
        'Hotel stay review',
        68_000,
        12,
        'Two nights, one honest three-minute review and ten photos. I cover the room, breakfast, noise at night and who will love it.',
        '3-minute video',
        '10 edited photos',
        'Map pin in Stories',
        'Usage rights for 12 months',
      ),
      createSeedPackage(
        'Destination day in 60 seconds',
        42_000,
        8,
        'A full day at your destination cut to one minute, with prices on screen and a map of the route.',
        '60-second Reel',
        'Prices on screen',
        'Route map for followers',
      ),
      createSeedPackage(
        'Drone and detail photo set',
        51_000,
        10,
        'Fifteen photos, five of them aerial, delivered in full resolution for your website and press kit.',
        '15 photos, 5 aerial',
        'Full resolution',
        'License included',
      ),
    ],
    questions: [
      createQuestion('Where is it, and which dates work?', 'textarea', true),
      createQuestion('How many nights can you offer?', 'number', true),
      createQuestion('What makes it special?', 'textarea', false),
      USAGE_QUESTION,
    ],
  },
  {
    name: 'Technology',
    bios: [
      'Former QA engineer. I break gadgets on purpose and explain why they broke.',
      'Desk setups, audio gear and the software that ties it all together. I measure instead of guessing.',
      'I teach people over sixty to use the phone they already own. Patient voice, big text.',
    ],
    packages: [
      createSeedPackage(
        'Hands-on review',
        88_000,
        14,
        'I use your device for two weeks and make a six-minute video about what works, what does not and who should buy it.',
        '6-minute video',
        'Battery and noise measured',
        'Chapters and links',
        'One round of fact-checking',
      ),
      createSeedPackage(
        'App walkthrough',
        39_000,
        6,
        'A clear screen recording with a voice-over that takes a new user from installation to their first result.',
        '90 seconds',
        'Voice-over and captions',
        'Source files included',
      ),
      createSeedPackage(
        'Desk setup feature',
        46_000,
        7,
        'Your product in a finished desk setup video with close-ups, cable management and a parts list.',
        '1 Reel, 45 seconds',
        'Parts list',
        '3 edited photos',
      ),
    ],
    questions: [
      createQuestion('Which product is it, and where can I find its specs?', 'text', true, {
        placeholder: 'https://',
      }),
      createQuestion('Is there an embargo date?', 'date', false),
      createQuestion('Can I keep the device?', 'boolean', true),
      createQuestion('Which three things must the video show?', 'textarea', true),
    ],
  },
  {
    name: 'Gaming',
    bios: [
      'Cozy games, co-op nights and a chat that remembers birthdays. I stream four nights a week.',
      'Speedruns, explained so even your aunt gets them.',
      'Indie game scout. I finish one game nobody has heard of every week.',
    ],
    packages: [
      createSeedPackage(
        'Two-hour sponsored stream',
        75_000,
        10,
        'Two hours of your game live on stream, with a spoken intro, a pinned link and a highlight clip afterward.',
        '2 hours live',
        'Pinned link',
        '60-second highlight clip',
        'Chat moderation',
      ),
      createSeedPackage(
        'First impressions video',
        44_000,
        7,
        'An edited ten-minute first look with honest pros and cons and a clear link to the store page.',
        '10-minute video',
        'Store link at the top',
        'Captions',
      ),
      createSeedPackage(
        'Launch day short',
        21_000,
        4,
        'A fast, funny vertical clip for launch day, made from your game build.',
        '35 seconds',
        'Vertical format',
        'Two caption options',
      ),
    ],
    questions: [
      createQuestion('Which game and platform?', 'text', true),
      createQuestion('Can you provide game keys for viewers?', 'boolean', true),
      createQuestion('How many keys?', 'number', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Parenting',
    bios: [
      'Mom of twins, pediatric nurse on weekends. I recommend what survives both kids.',
      'Stay-at-home dad. Honest reviews of strollers, snacks and screen time.',
    ],
    packages: [
      createSeedPackage(
        'Real-life product test',
        33_000,
        8,
        'A week with your product in a house full of kids, then one video about what held up.',
        '60-second Reel',
        'One week of use',
        'No kids’ faces shown',
      ),
      createSeedPackage(
        'Sunday routine feature',
        27_500,
        6,
        'Your product as part of our Sunday, in Stories and one short Reel.',
        '6 Stories',
        '1 Reel, 30 seconds',
        'Link for 7 days',
      ),
    ],
    questions: [
      createQuestion('Which age is it for?', 'select', true, {
        options: ['0 to 1', '1 to 3', '3 to 6', '6 and older'],
      }),
      createQuestion('Which safety certifications does it have?', 'text', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Home & Interior',
    bios: [
      'Renter-friendly interiors. Everything I put on a wall comes off again.',
      'I am slowly restoring one old house, and I film the boring parts too.',
      'Small-space storage and calm colors. My followers measure before they buy.',
    ],
    packages: [
      createSeedPackage(
        'Room makeover feature',
        79_000,
        15,
        'Your product in a complete room makeover: before, build and after, with a list of sources.',
        '90-second Reel',
        'Before-and-after photos',
        'Source list',
        'Pinned for 30 days',
      ),
      createSeedPackage(
        'Styled photo set',
        35_000,
        7,
        'Ten styled photos in a lived-in home, shot in daylight and cropped for your feed and store.',
        '10 edited photos',
        'Two crops of each photo',
        'Usage rights for 12 months',
      ),
      createSeedPackage(
        'Assembly in 60 seconds',
        22_500,
        5,
        'From unboxing to finished, with every tool shown and the time it really took.',
        '60 seconds',
        'Real build time',
        'Tool list',
      ),
    ],
    questions: [
      createQuestion('Which product and color?', 'text', true),
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
      'Session guitarist. I play your pedal, plugin or track the way musicians will really use it.',
      'Piano covers for quiet mornings. Half a million plays a month, mostly before 9 AM.',
    ],
    packages: [
      createSeedPackage(
        'Gear demo',
        38_000,
        7,
        'Three tones with the settings on screen and no talking over the music.',
        '2-minute video',
        'Settings on screen',
        'Lossless audio file',
      ),
      createSeedPackage(
        'Song placement',
        26_000,
        5,
        'Your track in a polished performance video, credited in the first line of the caption.',
        '1 Reel, 45 seconds',
        'Credit in the first line',
        'Link in bio for 7 days',
      ),
    ],
    questions: [
      createQuestion('Which track or product?', 'text', true),
      createQuestion('Who owns the rights?', 'text', true),
      createQuestion('Is there anything I should not pair it with?', 'textarea', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Personal Finance',
    bios: [
      'Certified financial planner. I explain money without hype.',
      'Budgeting for freelancers with irregular income. Free spreadsheets and careful advice.',
    ],
    packages: [
      createSeedPackage(
        'Explainer with your tool',
        92_000,
        12,
        'A four-minute explainer about one money problem that your product solves, fact-checked before it goes live.',
        '4-minute video',
        'Fact-checked script',
        'Risk disclosure included',
        'Newsletter mention',
      ),
      createSeedPackage(
        'Newsletter feature',
        48_000,
        6,
        'A 300-word feature with a clear disclosure, sent to readers who open and click.',
        '300 words',
        'One link',
        'Clear disclosure',
      ),
    ],
    questions: [
      createQuestion('Which product is it, and who regulates it?', 'text', true),
      createQuestion('Which legal wording is required?', 'textarea', true),
      createQuestion('Who is the target reader?', 'text', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Education',
    bios: [
      'Physics teacher. Kitchen-table experiments, safety goggles on.',
      'Language learning in two minutes a day: Spanish, Portuguese and the mistakes I still make.',
    ],
    packages: [
      createSeedPackage(
        'Lesson with your product',
        34_000,
        7,
        'A short lesson built around your product, with a worksheet for teachers.',
        '90-second video',
        'Printable worksheet',
        'Captions in two languages',
      ),
      createSeedPackage(
        'Course review',
        57_000,
        20,
        'I finish your entire course and share what I can do now that I could not do before.',
        '5-minute video',
        'Progress diary',
        'Honest verdict',
      ),
    ],
    questions: [
      createQuestion('What should viewers learn?', 'textarea', true),
      createQuestion('Who is the audience?', 'select', true, {
        options: ['Elementary school', 'Middle and high school', 'Adults'],
      }),
      createQuestion('How long will I have access?', 'text', false),
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Pets',
    bios: [
      'One rescue greyhound with strong opinions about beds. The dog tests everything first.',
      'Veterinary assistant and cat person. I read the labels so you don’t have to.',
    ],
    packages: [
      createSeedPackage(
        'Tested by the dog',
        25_000,
        6,
        'A week with your product and a short video of what the dog really did with it.',
        '45-second Reel',
        'One week of use',
        '5 edited photos',
      ),
      createSeedPackage(
        'Vet-checked explainer',
        43_000,
        9,
        'What your product does and which pets should avoid it, in plain language.',
        '2-minute video',
        'Reviewed by a vet',
        'Sources listed',
      ),
    ],
    questions: [
      createQuestion('Which product is it, and for which pet?', 'text', true),
      createQuestion('Are there any known allergens or restrictions?', 'textarea', false),
      SHIPPING_QUESTION,
      POST_DATE_QUESTION,
    ],
  },
  {
    name: 'Outdoors',
    bios: [
      'Mountain guide in the Alps. Gear gets wet, frozen and dropped before I say a word about it.',
      'Bikepacking on dirt roads. Every flat tire becomes a repair video.',
      'Open-water swimming all year round. Yes, even in January.',
    ],
    packages: [
      createSeedPackage(
        'Field test in bad weather',
        61_000,
        14,
        'Three days outside with your gear in the weather it was made for, and a video that shows how well it kept the water out.',
        '3-minute video',
        '8 field photos',
        'Weather and distance logged',
      ),
      createSeedPackage(
        'Trail day Reel',
        29_000,
        6,
        'Your product on a day hike, with the route, a packing list and one clear reason to own it.',
        '45-second Reel',
        'GPS route file',
        'Packing list',
      ),
      createSeedPackage(
        'Packing list carousel',
        15_500,
        4,
        'A carousel of what I carry, with one slide about your product.',
        '8 slides',
        'Weights listed',
        'Link in bio for 7 days',
      ),
    ],
    questions: [
      createQuestion('Which product is it, and what should it withstand?', 'textarea', true),
      createQuestion('Which season is it made for?', 'multiple_choice', true, {
        options: ['Spring', 'Summer', 'Fall', 'Winter', 'All year'],
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
      'We are launching a lightweight rain jacket in spring. Show it outside on a wet day, on someone who really hikes in it.',
  },
  {
    company: 'Oat & Ember',
    contact: 'Julius Bauer',
    project:
      'Granola with no added sugar, in three flavors. We want it to look like a weekday breakfast, not a hotel buffet.',
  },
  {
    company: 'Lumen Skin',
    contact: 'Priya Raman',
    project: 'A vitamin C serum for sensitive skin. Please talk about the texture and how it layers under sunscreen.',
  },
  {
    company: 'Halden Audio',
    contact: 'Erik Halden',
    project: 'Open-back headphones for people who work from home. Feel free to be honest about sound leakage.',
  },
  {
    company: 'Pinecrest Cabins',
    contact: 'Ada Whitfield',
    project: 'Four lakeside cabins, open all year. We want to reach couples and small families for the off-season.',
  },
  {
    company: 'Brightpath Learning',
    contact: 'Marta Soto',
    project: 'A phonics app for first graders. Teachers should see that it follows the curriculum.',
  },
  {
    company: 'Fern & Fold',
    contact: 'Camille Durand',
    project: 'Linen bedding in six colors. Calm daylight photos, no staged breakfast trays.',
  },
  {
    company: 'Kestrel Bikes',
    contact: 'Tom Okafor',
    project: 'A gravel bike for long days in the saddle. Show the mounts, the ride and the dirt.',
  },
  {
    company: 'Pawsmith',
    contact: 'Lena Vogel',
    project: 'Washable dog beds with replaceable covers. All we ask for is a dog that really sleeps in one.',
  },
  {
    company: 'Tally Books',
    contact: 'Samuel Ng',
    project: 'Bookkeeping software for freelancers. Explain how to send the first invoice in under a minute.',
  },
  {
    company: 'Moonpool Games',
    contact: 'Ines Ferreira',
    project: 'A quiet puzzle game about lighthouses. It launches on two platforms in six weeks.',
  },
  {
    company: 'Saffron Lane',
    contact: 'Yasmin Haddad',
    project: 'Spice kits for weeknight cooking. We would love one recipe that becomes a habit.',
  },
];
