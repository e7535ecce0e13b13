import { Modal, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getPictureUrl, PORTFOLIO_WIDTHS } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { getErrorMessage } from '../../../lib/errors.ts';
import { trpc } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cachePackage, type ListedPackage } from './packageCache.ts';
import classes from './PackagePictureDialog.module.css';
import { PACKAGE_FAILURES } from './packages.words.ts';

export interface PackagePictureDialogProps {
  pkg: ListedPackage;
  opened: boolean;
  onClose: () => void;
}

/** Lets the creator choose the portfolio picture that represents the package on the profile. */
export function PackagePictureDialog({ pkg, opened, onClose }: PackagePictureDialogProps) {
  const { data: profile, error } = trpc.profiles.own.useQuery();
  const setPicture = trpc.packages.setPicture.useMutation({
    onSuccess: (saved) => {
      cachePackage(saved);
      notify(
        'Package updated',
        saved.pictureId === null ? 'The package no longer has a picture.' : 'Brands now see this picture.',
      );
      onClose();
    },
    onError: (failure) => notifyFailure(failure, PACKAGE_FAILURES.update),
  });
  const choose = (pictureId: string | null) => {
    if (!setPicture.isPending) setPicture.mutate({ id: pkg.id, pictureId });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Picture for “${pkg.name}”`} size="lg" centered>
      <Stack gap="md">
        {error ? (
          <Text key="error">{getErrorMessage(error, 'Your portfolio could not be loaded')}</Text>
        ) : profile === undefined ? (
          <Skeleton height={200} radius="md" />
        ) : profile.portfolio.length === 0 ? (
          <Text key="empty">
            Your portfolio has no pictures yet.{' '}
            <Anchor component={Link} to={`${paths.settings()}#portfolio`} underline="always">
              Add pictures in your settings
            </Anchor>
            , then choose one here.
          </Text>
        ) : (
          <ul className={classes.pictures}>
            {profile.portfolio.map((picture, at) => (
              <li key={picture.id}>
                <button
                  type="button"
                  className={classes.picture}
                  aria-pressed={picture.id === pkg.pictureId}
                  aria-label={picture.caption === '' ? `Picture ${at + 1}` : picture.caption}
                  onClick={() => choose(picture.id)}
                >
                  <img src={getPictureUrl(picture.url, PORTFOLIO_WIDTHS[0])} alt="" loading="lazy" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          {pkg.pictureId !== null && (
            <Button variant="default" loading={setPicture.isPending} onClick={() => choose(null)}>
              Remove picture
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
