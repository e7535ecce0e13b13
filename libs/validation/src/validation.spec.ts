/** Tests the messages of requirements R5.1 to R5.22, word for word and in the same order. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  adminUsers,
  bookingMove,
  checkAnswers,
  checkoutInput,
  creatorSearch,
  describeExcessText,
  fullNameField,
  getFirstIssueMessage,
  idField,
  isOperatorName,
  isReservedUsername,
  LIMITS,
  newBudget,
  orderCustomer,
  packageForm,
  questionnaireInput,
  registrationInput,
  registrationForm,
  signInInput,
  type Question,
} from './index.ts';

/** Returns the error message for an input, or null if it is valid. */
function refusal(schema: z.ZodType, input: unknown): string | null {
  const parsed = schema.safeParse(input);
  return parsed.success ? null : getFirstIssueMessage(parsed.error);
}

describe('the sign-in form', () => {
  const good = { email: 'maya@example.test', password: 'x' };
  it.each([
    [good, null],
    [{ ...good, email: ' maya@example.test ' }, null],
    [{ ...good, email: 'maya' }, 'Please enter a valid email address'],
    [{ ...good, email: undefined }, 'Please enter a valid email address'],
    [{ ...good, password: '' }, 'Password is required'],
    [{ email: '', password: '' }, 'Please enter a valid email address'],
    [{ ...good, password: 5 }, 'Password is required'],
    [null, 'Invalid input: expected object, received null'],
  ])('given %o, returns the message %s', (input, message) => expect(refusal(signInInput, input)).toBe(message));
});

describe('an email address', () => {
  const toStored = (email: string) => signInInput.safeParse({ email, password: 'x' }).data?.email ?? null;
  it.each([
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['r&d@example.com', 'r&d@example.com'],
    ['sales/eu@example.com', 'sales/eu@example.com'],
    ["o'brien+news@example.co.uk", "o'brien+news@example.co.uk"],
    [' info@müller-tee.de ', 'info@xn--mller-tee-q9a.de'],
    ['info@MU\u0308LLER-TEE.de', 'info@xn--mller-tee-q9a.de'],
    ['почта@пример.рф', null],
    ['post@пример.рф', 'post@xn--e1afmkfd.xn--p1ai'],
    ['maya@localhost', null],
    ['maya@-example.com', null],
    ['maya@example..com', null],
    ['maya@müller.de/path', null],
    ['maya@mü ller.de', null],
    ['a b@example.com', null],
    ['maya"@example.com', null],
    ['maya@ex@ample.com', null],
    [`${'a'.repeat(243)}@example.com`, null],
  ])('given %j, is stored as %j', (typed, stored) => expect(toStored(typed)).toBe(stored));
});

describe('text', () => {
  const DECOMPOSED = 'Zoe\u0308 Nun\u0303ez';
  it('is normalized to NFC in names and in searches', () => {
    const person = { email: 'zoe@example.test', password: 'password123', fullName: DECOMPOSED, userType: 'brand' };
    expect(registrationInput.parse(person).fullName).toBe('Zo\u00eb Nu\u00f1ez');
    expect(adminUsers.parse({ search: DECOMPOSED }).search).toBe('Zo\u00eb Nu\u00f1ez');
    expect(creatorSearch.parse({ query: DECOMPOSED }).query).toBe('Zo\u00eb Nu\u00f1ez');
  });

  it('is checked for its maximum length after the normalization', () => {
    expect(adminUsers.parse({ search: 'e\u0301'.repeat(LIMITS.search) }).search).toHaveLength(LIMITS.search);
    expect(describeExcessText('e\u0301'.repeat(LIMITS.search), LIMITS.search)).toBeUndefined();
  });

  it('reports by how much it is too long', () => {
    expect(describeExcessText('x'.repeat(6_812), 5_000)).toBe('This is 1,812 characters too long. The limit is 5,000.');
    expect(refusal(adminUsers, { search: 'x'.repeat(101) })).toBe(
      'The search is 1 character too long. The limit is 100.',
    );
  });
});

describe('a username', () => {
  it.each([
    'official',
    'staff',
    'security',
    'billing',
    'marquee_support',
    'null',
    'undefined',
    'admin',
    'admin_2',
    'support',
    'supp0rt',
    'help',
    'root',
    'marquee',
    'marquee_films',
    'mar_quee',
    'marqu33',
    'the_support_team',
    'deleted_0123abcd',
    'billing_team',
    'settings',
    'verify_email',
    'moderator1',
    'stripe',
    'str1pe',
    'strlpe_support',
    'secure_account',
    'invitation',
    'trust',
    'how_money_moves',
  ])('is reserved if it refers to Marquee, its staff, a page or a placeholder: %s', (name) =>
    expect(isReservedUsername(name)).toBe(true),
  );

  it.each([
    'maya',
    'maya_official',
    'help_scout',
    'nullius',
    'root_and_branch',
    'team_maya',
    'creator',
    'taken_now',
    'red_stripe',
    'stripes',
  ])('is available if it only resembles a reserved name: %s', (name) => expect(isReservedUsername(name)).toBe(false));
});

describe('the operator’s name', () => {
  it.each([
    'Acme Market',
    'ACME MARKET LLC',
    'acme-market',
    'A c m e  M a r k e t',
    'Аcmе Mаrkеt',
    'Acme Market Support',
    'acme_market',
    '4cme Rnarket',
  ])('is recognized in %s', (name) => expect(isOperatorName(name, 'Acme Market, Inc.')).toBe(true));

  it.each(['Acme', 'Market', 'Acme Market Records', 'Maya Lindqvist', 'Support'])('is not recognized in %s', (name) =>
    expect(isOperatorName(name, 'Acme Market, Inc.')).toBe(false),
  );
});

describe('a name', () => {
  it.each([
    'www.example.com',
    'Maya (WWW.example)',
    'See https://example.com',
    'x://y',
    'Maya example.com/gift',
    'ｗｗｗ．example',
  ])('is refused if mail programs make a link of it: %s', (name) => {
    const message = 'Full name must not contain a web address';
    expect(fullNameField.safeParse(name).error?.issues.map((issue) => issue.message)).toEqual([message]);
    const budget = { name, clientId: null, period: 'total', limit: '500' };
    expect(refusal(newBudget, budget)).toBe('The name must not contain a web address');
    const form = { name, description: 'One Reel', price: '100', deliveryDays: 5, features: [] };
    expect(refusal(packageForm, form)).toBe('Name must not contain a web address');
  });

  it.each(['Booking.com', 'Dr. Maya', 'Maya w/ Ben', 'No. 5/6', 'Ltd./Inc.', 'Awww. Studio'])('may be %s', (name) =>
    expect(fullNameField.safeParse(name).success).toBe(true),
  );

  it.each(['Stripe', 'S t r i p e', 'STR1PE', 'Ѕtripe', 'Strlpe Payouts', 'The Stripe Team', 'Rnarquee', 'Mаrquee'])(
    'is refused if it is that of Marquee or Stripe, with any letters: %s',
    (name) => expect(fullNameField.safeParse(name).success).toBe(false),
  );

  it.each(['Red Stripe', 'Stripes Studio', 'Pin Stripe Tailors'])('may contain the word stripe: %s', (name) =>
    expect(fullNameField.safeParse(name).success).toBe(true),
  );
});

describe('the registration form', () => {
  const good = {
    fullName: 'Maya Lindqvist',
    email: 'maya@example.test',
    userType: 'influencer',
    password: 'a-long-one',
    confirmPassword: 'a-long-one',
  };
  it.each([
    [{}, null],
    [{ email: 'maya@' }, 'Please enter a valid email address'],
    [{ password: 'short12', confirmPassword: 'short12' }, 'Password must be at least 8 characters'],
    [{ fullName: 'M' }, 'Please enter your full name'],
    [{ fullName: '   ' }, 'Please enter your full name'],
    [{ fullName: '😀' }, 'Please enter your full name'],
    [{ userType: undefined }, 'Please select account type'],
    [{ userType: 'admin' }, 'Please select account type'],
    [{ confirmPassword: 'another-one' }, "Passwords don't match"],
    [{ fullName: 'a\u0000b' }, 'Full name contains characters that cannot be used'],
  ])('given %o, returns the message %s', (change, message) =>
    expect(refusal(registrationForm, { ...good, ...change })).toBe(message),
  );

  it('compares the passwords even if other fields are invalid', () => {
    const form = { ...good, email: '', fullName: '', password: 'quiet-otters', confirmPassword: 'loud-otters' };
    const issues = registrationForm.safeParse(form).error?.issues ?? [];
    expect(issues.find(({ path }) => path[0] === 'confirmPassword')?.message).toBe("Passwords don't match");
  });

  it.each([
    'Marquee Support',
    'Official Marquee',
    'The MARQUEE Team',
    'ＭＡＲＱＵＥＥ',
    'Маrquее',
    'M a r q u e e',
    'MarqueeSupport',
    'Marquée',
    'Support',
    'Billing Team',
    'Admin 2',
    'Customer Service',
    'Moderator',
  ])('rejects a name that impersonates Marquee or its staff: %s', (fullName) =>
    expect(refusal(registrationForm, { ...good, fullName })).toBe(
      'This name is reserved for Marquee, its staff and its partners. Please enter your own name.',
    ),
  );

  it.each([
    'line\nbreak',
    'line\u2028break',
    'evil\u202eliam',
    'zero\u200bwidth',
    'mark\u200ehere',
    'ㅤfiller\u3164',
    'isolate\u2066d',
    'soft\u00adhyphen',
    'tag\u{e0041}ged',
    'joined\u200dletters',
    'varied\ufe0fletter',
    'blank\u2800braille',
    'bom\ufeff',
  ])('rejects a name with invisible characters: %j', (fullName) =>
    expect(refusal(registrationForm, { ...good, fullName })).toBe(
      'Full name must not contain line breaks or invisible characters',
    ),
  );

  it.each([
    'Maya Lindqvist',
    'Root & Branch',
    'Marquee Films Ltd',
    'Helen Support-Smith',
    'Operator Records',
    '林 美雨',
    'محمد الأمين',
    'می‌خواهم',
    'ශ්‍රී',
    'Ada 👩🏽‍💻',
    'Heart ❤️‍🔥 Studio',
    'Café 1️⃣',
    'Family 👨‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Films',
    'Zoë van Dijk',
  ])('accepts the name %s', (fullName) => expect(refusal(registrationForm, { ...good, fullName })).toBeNull());

  it('reports the first invalid field in the order email, password, full name, account type', () => {
    const steps = [
      ['Please enter a valid email address', { email: good.email }],
      ['Password must be at least 8 characters', { password: good.password }],
      ['Please enter your full name', { fullName: good.fullName }],
      ['Please select account type', { userType: good.userType }],
    ] as const;
    let input = {};
    for (const [message, mended] of steps) {
      expect(refusal(registrationInput, input)).toBe(message);
      input = { ...input, ...mended };
    }
    expect(refusal(registrationInput, input)).toBeNull();
  });

  it('reports different passwords as an error of the confirmPassword field', () => {
    expect(registrationForm.safeParse({ ...good, confirmPassword: 'x' }).error?.issues[0]?.path).toEqual([
      'confirmPassword',
    ]);
  });

  it('drops unknown fields', () => {
    expect(registrationInput.parse({ ...good, role: 'admin', id: '1' })).toEqual({
      fullName: good.fullName,
      email: good.email,
      userType: good.userType,
      password: good.password,
    });
  });
});

describe('the package form', () => {
  const good = { name: 'Reel', description: 'One Reel', price: '199.00' };
  const REQUIRED = 'Please fill in all required fields';
  const RANGE = 'Price must be from $1.00 to $100,000.00 with at most two decimal places';
  it.each([
    [{}, null],
    [{ name: '' }, REQUIRED],
    [{ name: '   ' }, REQUIRED],
    [{ name: undefined }, REQUIRED],
    [{ name: null }, REQUIRED],
    [{ description: '' }, REQUIRED],
    [{ price: '' }, REQUIRED],
    [{ price: '0' }, REQUIRED],
    [{ price: '0.00' }, REQUIRED],
    [{ price: '-5' }, REQUIRED],
    [{ price: undefined }, REQUIRED],
    [{ price: 199 }, REQUIRED],
    [{ price: '0.99' }, RANGE],
    [{ price: '1e9' }, RANGE],
    [{ price: '0x10' }, RANGE],
    [{ price: ' 12 ' }, RANGE],
    [{ price: '12.345' }, RANGE],
    [{ price: 'NaN' }, RANGE],
    [{ price: '100000.01' }, RANGE],
    [{ price: '1,000' }, RANGE],
    [{ deliveryDays: 0 }, 'Delivery days must be a whole number from 1 to 365'],
    [{ deliveryDays: 1.5 }, 'Delivery days must be a whole number from 1 to 365'],
    [{ deliveryDays: '3' }, 'Delivery days must be a whole number from 1 to 365'],
    [{ features: 'x' }, 'Features must be a list of text'],
    [{ features: Array.from({ length: 21 }, () => 'x') }, 'A package can have at most 20 features'],
  ])('given %o, returns the message %s', (change, message) =>
    expect(refusal(packageForm, { ...good, ...change })).toBe(message),
  );

  it('parses the price to cents, trims features, drops empty ones and fills in the defaults', () => {
    expect(packageForm.parse({ ...good, features: [' a ', '', '  ', 'b'] })).toEqual({
      name: 'Reel',
      description: 'One Reel',
      priceCents: 19_900,
      deliveryDays: 3,
      features: ['a', 'b'],
      isPopular: false,
    });
  });

  it('does not trim or change the name', () => {
    const name = '  <b>Reel</b> — “Zoë” ';
    expect(packageForm.parse({ ...good, name }).name).toBe(name);
  });
});

describe('a questionnaire', () => {
  const question = { id: 'q_1754200000_ab', question: 'Which product?' };
  it.each([
    [[], 'Please add at least one question'],
    [undefined, 'Please add at least one question'],
    [[question], null],
    [[{ ...question, question: ' ' }], 'Please enter the text of every question'],
    [[question, question], 'Two questions have the same ID'],
    [[{ ...question, id: '__proto__ x' }], 'A question ID must contain only letters, digits, _ and -'],
    [[{ ...question, type: 'select' }], 'Please add at least one option to: Which product?'],
    [[{ ...question, type: 'select', options: ['a', 'a'] }], 'Please remove options that are listed twice'],
    [
      [{ ...question, type: 'colour' }],
      'The question type must be one of text, textarea, select, multiple_choice, date, number, boolean',
    ],
    [
      Array.from({ length: 51 }, (_, at) => ({ ...question, id: `q_${at}` })),
      'A questionnaire can have at most 50 questions',
    ],
  ])('with the questions %o gets the message %s', (questions, message) =>
    expect(refusal(questionnaireInput, { packageId: 'x', questions })).toBe(message),
  );

  it('gets defaults only for the type and “required” of a question', () => {
    expect(questionnaireInput.parse({ packageId: 'x', questions: [question] }).questions).toEqual([
      { ...question, type: 'text', required: false },
    ]);
  });
});

describe('the order form', () => {
  const good = { name: 'Nora', email: 'nora@example.test', projectDescription: 'A launch' };
  it('checks for a blank name, email and description before it checks the email format', () => {
    const steps = [
      ['Please enter your name', { name: 'Nora' }],
      ['Please enter your email', { email: 'not an address' }],
      ['Please provide a project description', { projectDescription: 'A launch' }],
      ['Please enter a valid email address', { email: 'nora@example.test' }],
    ] as const;
    let input = { name: ' ', email: '', projectDescription: '' };
    for (const [message, mended] of steps) {
      expect(refusal(orderCustomer, input)).toBe(message);
      input = { ...input, ...mended };
    }
    expect(refusal(orderCustomer, input)).toBeNull();
  });

  it.each([
    [{ preferredPostDate: '2026-03-14' }, null],
    [{ preferredPostDate: '' }, null],
    [{ preferredPostDate: '2026-02-30' }, 'Preferred post date must be a date'],
    [{ preferredPostDate: '14.3.2026' }, 'Preferred post date must be a date'],
  ])('given %o, returns the message %s', (change, message) =>
    expect(refusal(orderCustomer, { ...good, ...change })).toBe(message),
  );

  it('can be omitted by API clients', () => {
    expect(refusal(checkoutInput, { packageId: 'a', brandUserId: 'b' })).toBeNull();
    expect(refusal(checkoutInput, { packageId: 'a', brandUserId: 'b', customer: { ...good, name: '' } })).toBe(
      'Please enter your name',
    );
  });
});

describe('answers to a questionnaire', () => {
  const all: Question[] = [
    { id: 'q_text', type: 'text', question: 'Product?', required: true },
    { id: 'q_area', type: 'textarea', question: 'Story?', required: false },
    { id: 'q_select', type: 'select', question: 'Tone?', required: true, options: ['Calm', 'Loud'] },
    { id: 'q_choice', type: 'multiple_choice', question: 'Size?', required: false, options: ['S', 'L'] },
    { id: 'q_date', type: 'date', question: 'When?', required: false },
    { id: 'q_number', type: 'number', question: 'How many?', required: false },
    { id: 'q_boolean', type: 'boolean', question: 'Ship it?', required: true },
  ];
  const good = { q_text: 'Jacket', q_select: 'Calm', q_boolean: 'yes' };

  it.each([
    [{}, null],
    [{ q_text: '' }, 'Please answer: Product?'],
    [{ q_text: '   ' }, 'Please answer: Product?'],
    [{ q_text: '', q_select: '' }, 'Please answer: Product?'],
    [{ q_select: 'Other' }, 'Please choose one of the options: Tone?'],
    [{ q_choice: 'M' }, 'Please choose one of the options: Size?'],
    [{ q_date: '2026-13-01' }, 'Please enter a date: When?'],
    [{ q_number: 'many' }, 'Please enter a number: How many?'],
    [{ q_number: 12 }, null],
    [{ q_boolean: 'maybe' }, 'Please answer yes or no: Ship it?'],
    [{ q_boolean: false }, null],
    [{ q_text: 'x'.repeat(1001) }, 'The answer to “Product?” is 1 character too long. The limit is 1,000.'],
  ])('with %o get the message %s', (change, message) => {
    const checked = checkAnswers(all, { ...good, ...change });
    expect('message' in checked ? checked.message : null).toBe(message);
  });

  it('are stored in the order of the questions, without blank answers and unknown questions', () => {
    const answers = JSON.parse(
      '{"q_boolean":true,"q_text":"Jacket","q_select":"Calm","q_area":" ","__proto__":"x","q_unknown":"x"}',
    ) as Record<string, string>;
    expect(checkAnswers(all, answers)).toEqual({
      answers: [
        { questionId: 'q_text', value: 'Jacket' },
        { questionId: 'q_select', value: 'Calm' },
        { questionId: 'q_boolean', value: 'yes' },
      ],
    });
  });

  it('are missing if the question’s id is only the name of an inherited property', () => {
    expect(checkAnswers([{ id: 'constructor', type: 'text', question: 'Who?', required: true }], {})).toEqual({
      message: 'Please answer: Who?',
    });
  });
});

it('replaces text that is not an id with an unknown id', () => {
  expect(idField.parse('1; drop table')).toBe('00000000-0000-0000-0000-000000000000');
  expect(idField.parse('0190AAAA-0000-7000-8000-000000000001')).toBe('0190aaaa-0000-7000-8000-000000000001');
});

it('accepts only the five statuses of a booking in a move', () => {
  expect(refusal(bookingMove, { id: 'x', status: 'accepted' })).toBeNull();
  expect(refusal(bookingMove, { id: 'x', status: 'done' })).toBe(
    'The status must be one of pending, accepted, in_progress, completed, cancelled',
  );
});
