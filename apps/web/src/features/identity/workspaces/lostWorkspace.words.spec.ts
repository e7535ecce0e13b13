import { describe, expect, it } from 'vitest';
import { describeLostWorkspace } from './lostWorkspace.words.ts';

describe('the text about a workspace in which the user cannot act', () => {
  it('tells a former member that they were removed', () => {
    const { title, text } = describeLostWorkspace({ workspaceName: 'Northwind', forAgency: null }, 'northwind');
    expect(title).toBe('You are no longer a member of Northwind');
    expect(text).toContain('You were removed');
  });

  it('tells a person of an agency that the consent has ended, and not that they were removed', () => {
    const forAgency = { id: '00000000-0000-4000-8000-000000000001', name: 'Field Agency' };
    const { title, text } = describeLostWorkspace({ workspaceName: 'Mia Creator', forAgency }, 'mia');
    expect(title).toBe('Field Agency no longer acts for Mia Creator');
    expect(text).toContain('The consent to Field Agency has ended');
    expect(text).not.toContain('You were removed');
  });

  it('names the workspace in the address to a user who did not act in it', () => {
    expect(describeLostWorkspace(null, 'northwind').title).toBe('You are not a member of northwind');
  });
});
