/**
 * Questionnaire templates. A question's id is used only by the rules within its template. It is replaced when the
 * question is added to a questionnaire.
 */
import type { Question } from '@marquee/validation';

export interface QuestionnaireTemplate {
  name: string;
  description: string;
  questions: readonly Question[];
}

export const QUESTIONNAIRE_TEMPLATES: readonly QuestionnaireTemplate[] = [
  {
    name: 'UGC video',
    description: 'A video that the brand publishes on its own channels.',
    questions: [
      {
        id: 'product',
        type: 'text',
        question: 'Which product should the video show?',
        required: true,
        placeholder: 'Name and a link to it',
      },
      {
        id: 'message',
        type: 'textarea',
        question: 'What should people remember after watching?',
        required: true,
        placeholder: 'One or two points, in your own words',
      },
      {
        id: 'use',
        type: 'select',
        question: 'Where will you use the video?',
        required: true,
        options: ['Organic social media', 'Paid ads', 'Our website or shop', 'Several of these'],
      },
      {
        id: 'ads',
        type: 'select',
        question: 'How long should the ads run?',
        required: true,
        options: ['Up to 30 days', 'Up to 90 days', 'Up to a year'],
        showIf: { questionId: 'use', is: ['Paid ads', 'Several of these'] },
      },
      {
        id: 'format',
        type: 'multiple_choice',
        question: 'Which format do you need?',
        required: true,
        options: ['Vertical 9:16', 'Square 1:1', 'Landscape 16:9'],
      },
      { id: 'script', type: 'boolean', question: 'Do you have a script?', required: true },
      {
        id: 'lines',
        type: 'textarea',
        question: 'Please paste the script',
        required: true,
        showIf: { questionId: 'script', is: ['yes'] },
      },
      { id: 'ship', type: 'boolean', question: 'Will you send the product to me?', required: true },
      {
        id: 'avoid',
        type: 'textarea',
        question: 'Is there anything I should not say or show?',
        required: false,
        placeholder: 'Claims, competitors, colors, music …',
      },
    ],
  },
  {
    name: 'Sponsored post',
    description: 'A post on your own channel.',
    questions: [
      {
        id: 'promote',
        type: 'text',
        question: 'What is the post about?',
        required: true,
        placeholder: 'Product, service or campaign, with a link',
      },
      {
        id: 'goal',
        type: 'select',
        question: 'What is the goal of this post?',
        required: true,
        options: ['Awareness', 'Visits to our site', 'Sales', 'App installs', 'New followers'],
      },
      { id: 'code', type: 'boolean', question: 'Is there a discount code or tracking link?', required: true },
      {
        id: 'codeText',
        type: 'text',
        question: 'Which code or link should I use?',
        required: true,
        showIf: { questionId: 'code', is: ['yes'] },
      },
      {
        id: 'handles',
        type: 'text',
        question: 'Which accounts and hashtags should be tagged?',
        required: false,
        placeholder: '@yourbrand #yourcampaign',
      },
      { id: 'say', type: 'textarea', question: 'Which points must be mentioned?', required: true },
      { id: 'date', type: 'date', question: 'When should the post go live?', required: false },
      { id: 'review', type: 'boolean', question: 'Do you want to see a draft before it goes live?', required: true },
    ],
  },
  {
    name: 'Product review',
    description: 'An honest review of a product that you have tried.',
    questions: [
      {
        id: 'product',
        type: 'text',
        question: 'Which product should be reviewed?',
        required: true,
        placeholder: 'Name and a link to it',
      },
      {
        id: 'receive',
        type: 'multiple_choice',
        question: 'How do I get the product?',
        required: true,
        options: ['You send it and I keep it', 'You send it and I return it', 'It is digital'],
      },
      {
        id: 'access',
        type: 'textarea',
        question: 'How do I get access?',
        required: true,
        placeholder: 'License, test account, download link',
        showIf: { questionId: 'receive', is: ['It is digital'] },
      },
      {
        id: 'return',
        type: 'date',
        question: 'When do you need it back?',
        required: false,
        showIf: { questionId: 'receive', is: ['You send it and I return it'] },
      },
      {
        id: 'for',
        type: 'textarea',
        question: 'Who is this product for, and what does it do better than others?',
        required: true,
      },
      { id: 'price', type: 'number', question: 'What does it cost in dollars?', required: false },
      { id: 'compare', type: 'text', question: 'Should I compare it with another product?', required: false },
      {
        id: 'honest',
        type: 'boolean',
        question: 'My reviews name both strengths and weaknesses. Is that okay with you?',
        required: true,
      },
    ],
  },
  {
    name: 'Event or appearance',
    description: 'An appearance in person or live online.',
    questions: [
      {
        id: 'event',
        type: 'text',
        question: 'What is the event?',
        required: true,
        placeholder: 'Name and a link to it',
      },
      {
        id: 'where',
        type: 'multiple_choice',
        question: 'Where does it take place?',
        required: true,
        options: ['On site', 'Online'],
      },
      {
        id: 'address',
        type: 'textarea',
        question: 'What is the address?',
        required: true,
        showIf: { questionId: 'where', is: ['On site'] },
      },
      {
        id: 'travel',
        type: 'boolean',
        question: 'Do you cover travel and accommodation?',
        required: true,
        showIf: { questionId: 'where', is: ['On site'] },
      },
      { id: 'date', type: 'date', question: 'What day is it on?', required: true },
      { id: 'hours', type: 'number', question: 'How many hours should I be there?', required: true },
      {
        id: 'role',
        type: 'select',
        question: 'What is my role?',
        required: true,
        options: ['Guest', 'Host', 'Speaker or panelist', 'Performer', 'Covering it on social media'],
      },
      { id: 'content', type: 'boolean', question: 'Should I publish something about it?', required: true },
      {
        id: 'posts',
        type: 'textarea',
        question: 'What should I publish, and when?',
        required: true,
        showIf: { questionId: 'content', is: ['yes'] },
      },
      {
        id: 'contact',
        type: 'text',
        question: 'Who is my contact on the day?',
        required: true,
        placeholder: 'Name and phone number',
      },
    ],
  },
  {
    name: 'Podcast or newsletter',
    description: 'A mention in your podcast or newsletter.',
    questions: [
      {
        id: 'what',
        type: 'text',
        question: 'What should be mentioned?',
        required: true,
        placeholder: 'Product or offer, with a link',
      },
      {
        id: 'who',
        type: 'multiple_choice',
        question: 'Who writes the text?',
        required: true,
        options: ['I write it from your notes', 'You give me the exact words'],
      },
      {
        id: 'notes',
        type: 'textarea',
        question: 'Which points should the text cover?',
        required: true,
        placeholder: 'Three to five points',
        showIf: { questionId: 'who', is: ['I write it from your notes'] },
      },
      {
        id: 'words',
        type: 'textarea',
        question: 'What are the exact words?',
        required: true,
        showIf: { questionId: 'who', is: ['You give me the exact words'] },
      },
      {
        id: 'place',
        type: 'select',
        question: 'Where should it appear?',
        required: true,
        options: ['At the beginning', 'In the middle', 'At the end', 'No preference'],
      },
      { id: 'link', type: 'text', question: 'Which link or code should people use?', required: true },
      { id: 'date', type: 'date', question: 'Which publication date do you prefer?', required: false },
      { id: 'report', type: 'boolean', question: 'Do you need performance metrics afterward?', required: false },
    ],
  },
];
