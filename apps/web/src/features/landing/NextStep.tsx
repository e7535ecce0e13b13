import { Button, Container } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import classes from './Landing.module.css';

export const NextStep = () => (
  <Container component="section" size="lg" className={classes.part ?? ''} aria-labelledby="next-step">
    <div className={classes.board}>
      <div className={classes.next}>
        <h2 id="next-step">Your next campaign is four steps away.</h2>
        <div className={classes.ways}>
          <Button component={Link} to={paths.findInfluencers()} size="lg">
            Find creators
          </Button>
          <Button component={Link} to={paths.auth({ mode: 'signup' })} size="lg" variant="white" color="dark">
            Sell your services
          </Button>
        </div>
      </div>
    </div>
  </Container>
);
