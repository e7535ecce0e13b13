/** Emails about staff's decisions: reports, appeals and follower counts. */
import { PRODUCT_NAME } from '@marquee/brand';
import { isHideable, type HideableSubject, type ReportOutcome, type ReportSubject } from '@marquee/validation';
import { ACCOUNT_EXPLANATION, fitSubject, type MailRules } from '../mail.words.ts';

export interface ReportMailData {
  /** An email to the user who reported the content. */
  report_decided: { fullName: string; label: string; outcome: ReportOutcome };
  /** An email to the owner of the reported content. `subjectId` is the id of the decision. */
  moderation_decided: {
    subjectId: string;
    fullName: string;
    kind: ReportSubject;
    label: string;
    outcome: ReportOutcome;
    reason: string;
  };
  /**
   * An email to the owner of the reported content (`isOwner`) and to the users who reported it. Only the owner gets the
   * reason. `isAnew` means that staff have since hidden the content or suspended its owner again, for another
   * reason.
   */
  appeal_decided: {
    fullName: string;
    label: string;
    outcome: 'upheld' | 'reversed';
    reason: string;
    isOwner: boolean;
    isAnew: boolean;
  };
  /** An email to a creator whose follower proof staff confirmed or refused. `platform` is a display name. */
  proof_decided: {
    fullName: string;
    platform: string;
    handle: string;
    followers: number;
    outcome: 'confirmed' | 'refused';
    reason: string;
  };
}

/** The effect of hiding each kind of content, worded as the end of a sentence. */
const HIDING_EFFECTS: Record<HideableSubject, string> = {
  package: 'brands can no longer see or book it',
  review: 'only you can see it, and it no longer counts toward the rating',
  list: 'only you can see it',
};

const REPORT_RESULTS: Record<ReportOutcome, string> = {
  none: 'We did not find a violation of our terms, so we took no action.',
  hidden: 'It violates our terms, and we hid it.',
  suspended: 'It violates our terms, and we suspended the account it belongs to.',
};

function describeModeration({ kind, label, outcome }: ReportMailData['moderation_decided']): string {
  if (outcome === 'none')
    return `Your ${kind} “${label}” was reported. We reviewed it and found no violation, so nothing changes.`;
  if (outcome === 'hidden')
    return `Your ${kind} “${label}” was reported. We reviewed it and hid it${isHideable(kind) ? `, so ${HIDING_EFFECTS[kind]}` : ''}.`;
  return `Your ${kind} “${label}” was reported. We reviewed it and suspended your account. You cannot sign in, and brands cannot book your packages.`;
}

export const REPORT_MAILS: MailRules<ReportMailData> = {
  report_decided: {
    group: 'account',
    neutral: 'We reviewed a report that you sent us.',
    mail: ({ label, outcome }) => ({
      subject: fitSubject`We reviewed your report about “${label}”`,
      title: 'We reviewed your report',
      paragraphs: [
        `Thank you for reporting “${label}”. ${REPORT_RESULTS[outcome]}`,
        'You don’t need to do anything else. Your report stays confidential.',
      ],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  moderation_decided: {
    group: 'account',
    neutral: 'We reviewed a report about your content.',
    mail: (data, { link }) => ({
      subject:
        data.outcome === 'none'
          ? fitSubject`Report reviewed, no violation found: “${data.label}”`
          : data.outcome === 'hidden'
            ? fitSubject`Your ${data.kind} “${data.label}” is hidden`
            : `Your ${PRODUCT_NAME} account is suspended`,
      title:
        data.outcome === 'none'
          ? 'No violation found'
          : data.outcome === 'hidden'
            ? `Your ${data.kind} is hidden`
            : 'Your account is suspended',
      paragraphs:
        data.outcome === 'none'
          ? [describeModeration(data), 'You don’t need to do anything.']
          : [
              describeModeration(data),
              'If you think this is wrong, you can appeal once within six months. Another member of our staff will review the decision.',
              `Reason: “${data.reason}”`,
              'Your open bookings continue, and their deadlines still apply. Payments and refunds are processed as usual.',
            ],
      ...(data.outcome !== 'none' && { button: { label: 'Appeal decision', to: link ?? '' } }),
      why: ACCOUNT_EXPLANATION,
    }),
  },
  appeal_decided: {
    group: 'account',
    neutral: 'We decided an appeal.',
    mail: ({ label, outcome, reason, isOwner, isAnew }) => ({
      subject:
        outcome === 'reversed'
          ? fitSubject`Decision reversed after an appeal: “${label}”`
          : fitSubject`Decision upheld after an appeal: “${label}”`,
      title: outcome === 'reversed' ? 'Decision reversed' : 'Decision upheld',
      paragraphs: [
        `${isOwner ? `You appealed our decision about “${label}”.` : `You reported “${label}”, and its owner appealed our decision.`} ${
          outcome === 'reversed' ? 'We reversed our decision.' : 'We upheld our decision.'
        }`,
        ...(isOwner ? [`Reason: “${reason}”`] : []),
        ...(isAnew ? ['A later decision, made for another reason, still applies.'] : []),
      ],
      why: ACCOUNT_EXPLANATION,
    }),
  },
  proof_decided: {
    group: 'account',
    neutral: 'We reviewed your follower screenshot.',
    mail: ({ platform, handle, followers, outcome, reason }) => {
      const count = followers.toLocaleString('en-US');
      return outcome === 'confirmed'
        ? {
            subject: fitSubject`Your ${platform} follower count is verified`,
            title: 'Follower count verified',
            paragraphs: [
              `We verified that ${handle} has at least ${count} followers on ${platform}. Your profile now shows this.`,
              'You don’t need to do anything. The verification is valid for one year, unless you switch accounts or enter a higher follower count in your settings.',
            ],
            button: { label: 'View settings', to: '/settings' },
            why: ACCOUNT_EXPLANATION,
          }
        : {
            subject: fitSubject`Send a new screenshot of your ${platform} followers`,
            title: 'Screenshot not accepted',
            paragraphs: [
              `We could not verify the ${count} followers of ${handle} on ${platform} with your screenshot.`,
              'Send a new screenshot. Until then, your profile shows the number as self-declared. We deleted the old screenshot.',
            ],
            facts: [['Reason', reason]],
            button: { label: 'Send new screenshot', to: '/settings' },
            why: ACCOUNT_EXPLANATION,
          };
    },
  },
};
