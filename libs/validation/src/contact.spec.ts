import { describe, expect, it } from 'vitest';
import { CONTACT_CATEGORIES, contactMessage } from './contact.ts';
import { getFirstIssueMessage } from './fields.ts';

const MESSAGE = {
  name: 'Jo',
  email: 'jo@example.test',
  company: '',
  subject: 'Hello',
  category: 'Bug Report',
  message: 'It works!!',
};
const refusal = (change: object) => {
  const parsed = contactMessage.safeParse({ ...MESSAGE, ...change });
  return parsed.success ? null : getFirstIssueMessage(parsed.error);
};

describe('the contact form', () => {
  it.each([
    [{}, null],
    [{ company: undefined }, null],
    [{ name: 'J' }, 'Name must be at least 2 characters'],
    [{ name: ' J ' }, 'Name must be at least 2 characters'],
    [{ name: '👩‍🚀' }, null],
    [{ email: 'jo@' }, 'Invalid email address'],
    [{ email: '' }, 'Invalid email address'],
    [{ subject: 'Help' }, 'Subject must be at least 5 characters'],
    [{ subject: '     ' }, 'Subject must be at least 5 characters'],
    [{ category: '' }, 'Please select a category'],
    [{ category: 'Complaints' }, 'Please select a category'],
    [{ category: undefined }, 'Please select a category'],
    [{ message: 'Too short' }, 'Message must be at least 10 characters'],
    [{ message: 'x'.repeat(5001) }, 'Message is 1 character too long. The limit is 5,000.'],
  ])('given %j, returns the message %j', (change, message) => {
    expect(refusal(change)).toBe(message);
  });

  it('reports the first invalid field in the order of the form', () => {
    expect(refusal({ name: '', email: '', subject: '', category: '', message: '' })).toBe(
      'Name must be at least 2 characters',
    );
    expect(refusal({ email: '', subject: '', category: '', message: '' })).toBe('Invalid email address');
  });

  it('has the eight documented categories', () => {
    expect(CONTACT_CATEGORIES).toEqual([
      'General Inquiry',
      'Technical Support',
      'Billing & Payments',
      'Partnership Opportunities',
      'Press & Media',
      'Creator Applications',
      'Enterprise Sales',
      'Bug Report',
    ]);
  });
});
